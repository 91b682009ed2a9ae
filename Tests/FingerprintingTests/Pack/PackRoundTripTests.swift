import Foundation
import Testing

@testable import Fingerprinting

@Suite struct PackRoundTripTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.earpack")
  }

  @Test(arguments: [Pack.Loading.mapped, .memory]) func everythingComesBack(loading: Pack.Loading) throws {
    let builder = try PackSamples.builder()
    try builder.write(to: path, at: PackSamples.time)
    let pack = try Pack(path: path, loading: loading)
    #expect(pack.path == path)
    #expect(pack.materials == builder.materials)
    #expect(pack.materials.map(\.id) == ["spot-1", "Ünï–日本語 🎧", "silence"])
    #expect(pack.markers == builder.markers)
    #expect(pack.markers.map(\.code) == [7, 16_777_215])
    #expect(pack.marker(code: 7)?.name == "Feed A")
    #expect(pack.marker(code: 8) == nil)
    #expect(pack.campaign(materialID: "spot-1") == #"{"name":"Spring"}"#)
    #expect(pack.campaign(materialID: "silence") == nil)
    #expect(pack.campaign(materialID: "unknown") == nil)
    #expect(pack.materialIndex(id: "silence") == 2)
    #expect(pack.materialIndex(id: "") == nil)
    #expect(try pack.fingerprint(at: 0) == PackSamples.fingerprint(1))
    #expect(try pack.fingerprint(at: 1).peakCount == 17)
    #expect(try pack.fingerprint(at: 2).peakCount == 0)
    #expect(pack.index.materialCount == 3)
    #expect(throws: PackError.self) { try pack.fingerprint(at: 3) }
    #expect(throws: PackError.self) { try pack.fingerprint(at: -1) }
  }

  @Test func headerSaysWhatItIs() throws {
    var builder = try PackSamples.builder()
    builder.creator = "some program 1.2"
    try builder.write(to: path, at: PackSamples.time)
    let header = try Pack(path: path).header
    #expect((header.formatMajor, header.formatMinor) == (1, 0))
    #expect(header.packID == PackSamples.packID)
    #expect(header.created == PackSamples.time)
    #expect(header.written == PackSamples.time)
    #expect(header.generation == 1)
    #expect(header.algorithm == LandmarkIndex.algorithm)
    #expect(header.createdBy == "some program 1.2")
    #expect(header.fileBytes == UInt64(try directory.bytes("a.earpack").count))
  }

  @Test func defaultCreatorNamesTheVersion() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let version = try String(contentsOf: root.appendingPathComponent("VERSION"), encoding: .utf8)
    #expect(PackBuilder().creator == "earmark \(version.trimmingCharacters(in: .whitespacesAndNewlines))")
  }

  @Test func longCreatorIsCutBetweenCharacters() throws {
    var builder = PackBuilder()
    builder.creator = String(repeating: "é", count: 40)
    try builder.write(to: path)
    #expect(try Pack(path: path).header.createdBy == String(repeating: "é", count: 27))
  }

  @Test func emptyPackOpens() throws {
    try PackBuilder().write(to: path)
    let pack = try Pack(path: path)
    #expect(pack.materials.isEmpty && pack.markers.isEmpty)
    #expect(pack.index.materialCount == 0)
    #expect(try pack.verify().allSatisfy(\.ok))
  }

  @Test func sameContentsGiveTheSameBytes() throws {
    #expect(try PackSamples.bytes() == PackSamples.bytes())
  }

  @Test func editedPackIsTheOneMadeAtOnce() throws {
    var first = try PackSamples.builder()
    let last = first.materials[2]
    first.remove(id: "silence")
    try first.write(to: path, at: PackSamples.time)
    var second = PackBuilder(contentsOf: try Pack(path: path))
    try second.add(last, fingerprint: PackSamples.fingerprint(3, landmarks: 0))
    try second.write(to: path, at: PackSamples.time)
    let pack = try Pack(path: path)
    #expect(pack.header.generation == 2)
    #expect(pack.header.packID == PackSamples.packID)
    // All but the header, which has another generation.
    #expect(try directory.bytes("a.earpack")[192...] == PackSamples.bytes()[192...])
  }

  @Test func editOfTextsKeepsTheIndex() throws {
    try PackSamples.builder().write(to: path, at: PackSamples.time)
    var builder = PackBuilder(contentsOf: try Pack(path: path))
    try builder.setCampaign("{}", materialID: "silence")
    try builder.setCampaign(nil, materialID: "spot-1")
    try builder.write(to: path)
    let pack = try Pack(path: path)
    #expect(pack.campaign(materialID: "silence") == "{}")
    #expect(pack.campaign(materialID: "spot-1") == nil)
    #expect(pack.header.created == PackSamples.time)
    #expect(pack.header.written > PackSamples.time)
    #expect(try pack.fingerprint(at: 0) == PackSamples.fingerprint(1))
    #expect(try pack.verify().allSatisfy(\.ok))
  }

  @Test func replacedPackStaysReadable() throws {
    try PackSamples.builder().write(to: path)
    let old = try Pack(path: path)
    var builder = PackBuilder()
    try builder.add(PackMaterial(id: "new"), fingerprint: PackSamples.fingerprint(9))
    try builder.write(to: path)
    #expect(try old.fingerprint(at: 1) == PackSamples.fingerprint(2, duration: 1.5, landmarks: 17))
    #expect(try old.verify().allSatisfy(\.ok))
    #expect(try Pack(path: path).materials.map(\.id) == ["new"])
  }

  @Test func builderOutlivesTheFile() throws {
    try PackSamples.builder().write(to: path)
    var builder = PackBuilder(contentsOf: try Pack(path: path))
    try FileManager.default.removeItem(atPath: path)
    builder.remove(id: "spot-1")
    try builder.write(to: path)
    #expect(try Pack(path: path).materials.map(\.id) == ["Ünï–日本語 🎧", "silence"])
  }

  @Test func largerThanTheBuffer() throws {
    var builder = PackBuilder()
    let large = PackSamples.fingerprint(5, duration: 3_500, landmarks: 25_000)
    for number in 0..<4 { try builder.add(PackMaterial(id: "\(number)"), fingerprint: large) }
    let title = String(repeating: "x", count: 65_535)
    for number in 4..<24 {
      try builder.add(PackMaterial(id: "\(number)", title: title), fingerprint: PackSamples.fingerprint(number))
    }
    try builder.write(to: path)
    let pack = try Pack(path: path)
    #expect(pack.materials == builder.materials)
    #expect(try pack.fingerprint(at: 2).peaks == large.peaks)
    #expect(try pack.verify().allSatisfy(\.ok))
  }
}
