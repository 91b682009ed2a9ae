import Foundation
import Testing

@testable import Fingerprinting

@Suite struct PackBuilderTests {
  func refusal(_ material: PackMaterial) -> PackError? {
    var builder = PackBuilder()
    do {
      try builder.add(material, fingerprint: PackSamples.fingerprint(1))
      return nil
    } catch { return error as? PackError }
  }

  @Test(arguments: [
    "", String(repeating: "x", count: 256), String(repeating: "é", count: 128), "a\nb", "a\u{0}", "\u{7F}", "\u{85}",
    "a\u{2028}b", "tab\t",
  ]) func badIDs(id: String) throws {
    let error = try #require(refusal(PackMaterial(id: id)))
    #expect(error.code == .invalidArgument)
    #expect(error.message.contains("id must not"))
  }

  @Test(arguments: [" ", "a/b", String(repeating: "x", count: 255), "🎧", "é", "..", "\u{202E}x", "\"quoted\""])
  func goodIDs(id: String) throws {
    let directory = try TemporaryDirectory()
    var builder = PackBuilder()
    try builder.add(PackMaterial(id: id), fingerprint: PackSamples.fingerprint(1))
    try builder.write(to: directory.file("a"))
    #expect(try Pack(path: directory.file("a")).materials[0].id == id)
  }

  @Test func badFields() {
    let long = String(repeating: "x", count: 65_536)
    #expect(refusal(PackMaterial(id: "a", title: long))?.code == .invalidArgument)
    #expect(refusal(PackMaterial(id: "a", title: "nul\0"))?.code == .invalidArgument)
    #expect(refusal(PackMaterial(id: "a", type: "nul\0"))?.code == .invalidArgument)
    #expect(refusal(PackMaterial(id: "a", image: long))?.code == .invalidArgument)
    #expect(refusal(PackMaterial(id: "a", metadata: "[]"))?.code == .invalidArgument)
    #expect(refusal(PackMaterial(id: "a", metadata: ""))?.code == .invalidArgument)
    #expect(refusal(PackMaterial(id: "a", campaign: "{\"a\":}"))?.code == .invalidArgument)
    #expect(refusal(PackMaterial(id: "a", campaign: "{\"a\":\"\(String(repeating: "x", count: 1 << 20))\"}")) != nil)
    #expect(refusal(PackMaterial(id: "a", title: String(repeating: "x", count: 65_535))) == nil)
  }

  @Test func refusedMaterialChangesNothing() throws {
    var builder = try PackSamples.builder()
    let before = builder.materials
    #expect(throws: PackError.self) {
      try builder.add(PackMaterial(id: "spot-1", metadata: "?"), fingerprint: PackSamples.fingerprint(8))
    }
    #expect(builder.materials == before)
  }

  @Test func durationIsThatOfTheFingerprint() throws {
    var builder = PackBuilder()
    try builder.add(PackMaterial(id: "a", duration: .nan), fingerprint: PackSamples.fingerprint(1, duration: 2.25))
    #expect(builder.material(id: "a")?.duration == 2.25)
  }

  @Test func sameIDReplacesInPlace() throws {
    var builder = try PackSamples.builder()
    try builder.add(PackMaterial(id: "spot-1", title: "New"), fingerprint: PackSamples.fingerprint(4))
    #expect(builder.count == 3)
    #expect(builder.materials[0] == PackMaterial(id: "spot-1", title: "New", duration: 3))
  }

  @Test func idsAreComparedAsText() throws {
    var builder = PackBuilder()
    try builder.add(PackMaterial(id: "caf\u{E9}", title: "1"), fingerprint: PackSamples.fingerprint(1))
    try builder.add(PackMaterial(id: "cafe\u{301}", title: "2"), fingerprint: PackSamples.fingerprint(1))
    #expect(builder.materials.map(\.title) == ["2"])
    #expect(builder.contains(id: "caf\u{E9}"))
  }

  @Test func removedAndAddedAgainGoesToTheEnd() throws {
    var builder = try PackSamples.builder()
    let material = builder.materials[0]
    let removals = [builder.remove(id: "spot-1"), builder.remove(id: "spot-1")]
    #expect(removals == [true, false])
    #expect(!builder.contains(id: "spot-1"))
    #expect(builder.material(id: "spot-1") == nil)
    try builder.add(material, fingerprint: PackSamples.fingerprint(1))
    #expect(builder.materials.last?.id == "spot-1")
    #expect(builder.count == 3)
  }

  @Test func campaignOfUnknownMaterial() throws {
    var builder = try PackSamples.builder()
    let error = #expect(throws: PackError.self) { try builder.setCampaign("{}", materialID: "nobody") }
    #expect(error?.code == .noSuchMaterial)
    #expect(error?.message.contains("nobody") == true)
  }

  @Test(arguments: ["", "null", "{", "{} {}", "{'a':1}", "{\"a\":1,}", "\u{FEFF}{}"])
  func campaignMustBeAnObject(json: String) throws {
    var builder = try PackSamples.builder()
    let error = #expect(throws: PackError.self) { try builder.setCampaign(json, materialID: "spot-1") }
    #expect(error?.code == .invalidArgument)
    #expect(builder.material(id: "spot-1")?.campaign == #"{"name":"Spring"}"#)
  }

  @Test(arguments: [
    PackMarker(code: 0, id: "a", name: "b"), PackMarker(code: 1 << 24, id: "a", name: "b"),
    PackMarker(code: .max, id: "a", name: "b"), PackMarker(code: 1, id: "", name: "b"),
    PackMarker(code: 1, id: "a", name: ""), PackMarker(code: 1, id: "a", name: "b", attributes: "3"),
    PackMarker(code: 1, id: "a\0", name: "b"),
  ]) func badMarkers(marker: PackMarker) {
    var builder = PackBuilder()
    let error = #expect(throws: PackError.self) { try builder.setMarker(marker) }
    #expect(error?.code == .invalidArgument)
    #expect(builder.markers.isEmpty)
  }

  @Test func markerOfTheSameCodeReplaces() throws {
    var builder = try PackSamples.builder()
    try builder.setMarker(PackMarker(code: 7, id: "m-9", name: "Other"))
    #expect(builder.markers.map(\.id) == ["m-9", "m-2"])
    let removals = [builder.removeMarker(code: 7), builder.removeMarker(code: 7)]
    #expect(removals == [true, false])
  }

  @Test func metadataOfAnyDepthWithinReason() {
    let deep = { (depth: Int) in
      "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(refusal(PackMaterial(id: "a", metadata: deep(60))) == nil)
    #expect(refusal(PackMaterial(id: "a", metadata: deep(100_000))) != nil)
  }
}
