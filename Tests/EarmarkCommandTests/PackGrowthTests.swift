import Fingerprinting
import Foundation
import TestAudio
import Testing

/// The pack commands on a pack that is large enough to be appended to.
@Suite(.serialized) struct PackGrowthTests {
  private let earmark: Earmark

  /// A pack of one material with very many landmarks.
  private static let large = Result { () throws -> Data in
    let earmark = try Earmark()
    let words = 600_000
    var peaks: [UInt8] = []
    func append(_ number: Int, bytes: Int) {
      for byte in 0..<bytes { peaks.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    append(words, bytes: 4)
    append(words, bytes: 4)
    for block in 0..<((words + 127) / 128) { append(block * 128 * 4, bytes: 4) }
    // Four ticks from one to the next, at frequencies in a row that does not repeat soon.
    for word in 0..<words { append(4 << 12 | 200 + word &* 7_919 % 3_600, bytes: 2) }
    var builder = PackBuilder()
    let fingerprint = try Fingerprint(duration: Double(words * 4) / 125 + 1, peaks: peaks)
    try builder.add(PackMaterial(id: "long", title: "Long"), fingerprint: fingerprint)
    try builder.write(to: earmark.folder.path("p.earpack"))
    return try earmark.folder.contents("p.earpack")
  }

  init() throws {
    earmark = try Earmark()
    try earmark.folder.write("p.earpack", Self.large.get())
    for index in 0..<3 { try earmark.tune("\(index).wav", seed: UInt64(index)) }
  }

  private func info() throws -> [String: Any] {
    let text = try earmark("pack", "info", "p.earpack", "--format", "jsonl").text
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func ids() throws -> [String] {
    try earmark("pack", "list", "p.earpack", "--format", "csv").text.split(separator: "\r\n").dropFirst()
      .compactMap { $0.split(separator: ",").first.map(String.init) }
  }

  @Test func aLargePackGrowsByWhatIsAdded() throws {
    let size = try earmark.folder.contents("p.earpack").count
    #expect(try info()["format_version"] as? String == "1.1")
    for index in 0..<2 {
      let added = try earmark("pack", "add", "p.earpack", "\(index).wav")
      #expect(added.status == 0, "\(added.error)")
    }
    let grown = try info()
    #expect(grown["format_version"] as? String == "2.0")
    #expect(grown["segments"] as? Int == 2)
    #expect(try earmark.folder.contents("p.earpack").count < size + 50_000)
    #expect(try ids() == ["long", "0", "1"])

    #expect(try earmark("pack", "marker", "p.earpack", "7", "--name", "Seven").status == 0)
    let campaign = try earmark("pack", "campaign", "p.earpack", "long", "-", input: Data(#"{"title":"Sale"}"#.utf8))
    #expect(campaign.status == 0, "\(campaign.error)")
    let replaced = try earmark("pack", "add", "p.earpack", "2.wav", "--id", "0")
    #expect(replaced.text.contains("replaced"))
    #expect(try earmark("pack", "remove", "p.earpack", "1").status == 0)
    #expect(try ids() == ["long", "0"])
    let changed = try info()
    #expect(changed["campaigns"] as? Int == 1 && changed["markers"] as? Int == 1)
    #expect(try #require(changed["dead_bytes"] as? Int) > 0)
    let heard = try earmark("recognize", "--pack", "p.earpack", "2.wav", "--format", "jsonl")
    #expect(heard.text.contains(#""material_id":"0""#))
    #expect(try earmark("recognize", "--pack", "p.earpack", "1.wav").status == 1)
    let verified = try earmark("pack", "verify", "p.earpack", "--format", "csv")
    #expect(verified.status == 0 && verified.text.contains("PEAK,0,") && verified.text.contains("AMND,"))

    let merged = try earmark("pack", "merge", "p.earpack")
    #expect(merged.status == 0 && merged.error.hasPrefix("merged 2 segments of \"p.earpack\", "))
    let whole = try info()
    #expect(whole["segments"] as? Int == 1 && whole["dead_bytes"] as? Int == 0)
    #expect(whole["format_version"] as? String == "1.1")
    #expect(try ids() == ["long", "0"])
    #expect(try earmark("pack", "merge", "p.earpack").error == "\"p.earpack\" is one segment already\n")
    #expect(earmark.folder.names.filter { $0.hasPrefix("p.") } == ["p.earpack"])
  }

  @Test func damageNamesTheSegment() throws {
    #expect(try earmark("pack", "add", "p.earpack", "0.wav").status == 0)
    var bytes = try earmark.folder.contents("p.earpack")
    // The last postings, before the section table.
    let table = bytes.count - 18 * 32
    bytes[table - 20] ^= 1
    try earmark.folder.write("p.earpack", Array(bytes))
    let result = try earmark("pack", "verify", "p.earpack")
    #expect(result.status == 4)
    #expect(result.error.contains("is damaged in POST of segment 1"), "\(result.error)")
  }

  @Test func aWriterThatIsKilledLeavesAPackThatWorks() throws {
    // What a stopped addition leaves behind the end.
    var bytes = Array(try earmark.folder.contents("p.earpack"))
    let size = bytes.count
    bytes += [UInt8](repeating: 0x55, count: 100_000)
    try earmark.folder.write("p.earpack", bytes)
    #expect(try ids() == ["long"])
    #expect(try earmark("pack", "verify", "p.earpack").status == 0)
    #expect(try earmark("pack", "add", "p.earpack", "0.wav").status == 0)
    #expect(try ids() == ["long", "0"])
    #expect(try earmark.folder.contents("p.earpack").count < size + 50_000)
  }

  @Test func severalWritersLoseNothing() throws {
    let result = try earmark.shell("for i in 0 1 2; do earmark pack add p.earpack $i.wav & done; wait")
    #expect(result.status == 0, "\(result.error)")
    #expect(try ids().sorted() == ["0", "1", "2", "long"])
  }

  @Test func mergingWhatIsNoPack() throws {
    try earmark.folder.write("text", Array("no pack".utf8))
    #expect(try earmark("pack", "merge", "text").status == 4)
    #expect(try earmark("pack", "merge", "none.earpack").status == 4)
    #expect(try earmark("pack", "merge").status == 2)
  }
}
