import Foundation
import Testing

@testable import Fingerprinting

/// docs/pack-format.md says what is written, byte for byte.
@Suite struct PackFormatDocumentTests {
  let document: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    document = try String(contentsOf: root.appendingPathComponent("docs/pack-format.md"), encoding: .utf8)
  }

  /// The pack of the document's example.
  func example() throws -> [UInt8] {
    var packer = PeakPacker()
    for (tick, frequency) in [(4, 800), (14, 1_040), (50, 640)] {
      packer.add(Landmark(tick: tick, frequency: frequency))
    }
    var builder = PackBuilder()
    builder.packID = PackSamples.packID
    builder.creator = "earmark 0.1.0"
    try builder.add(
      PackMaterial(id: "a", title: "An example", campaign: #"{"n":1}"#),
      fingerprint: Fingerprint(duration: 1, packed: packer))
    try builder.setMarker(PackMarker(code: 7, id: "m", name: "M"))
    let directory = try TemporaryDirectory()
    try builder.write(to: directory.file("a"), at: PackSamples.time)
    return try directory.bytes("a")
  }

  /// The lines `OFFSET  BYTES` of the document; what they leave out is zero.
  func documented() -> [UInt8] {
    var bytes: [UInt8] = []
    for line in document.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /([0-9A-F]{4})  ((?:[0-9A-F]{2} ?)+)/) else { continue }
      let offset = Int(match.1, radix: 16) ?? 0
      let values = match.2.split(separator: " ").compactMap { UInt8($0, radix: 16) }
      bytes += [UInt8](repeating: 0, count: max(0, offset - bytes.count)) + values
    }
    return bytes
  }

  @Test func exampleIsWhatIsWritten() throws {
    let written = try example()
    let dump = try dump(written)
    #expect(documented() == written, "the document should have:\n\(dump)")
  }

  @Test func documentedPackOpens() throws {
    let directory = try TemporaryDirectory()
    let pack = try Pack(path: try directory.put(documented(), "a"))
    #expect(pack.materials.map(\.title) == ["An example"])
    #expect(try pack.fingerprint(at: 0).peakCount == 3)
    #expect(pack.marker(code: 7)?.name == "M")
    #expect(pack.index.postingCount == 3)
  }

  @Test func checksumIsTheOneOfGzip() {
    #expect(PackChecksum.of(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(PackChecksum.of([]) == 0)
    #expect(document.contains("CBF43926"))
  }

  @Test func everySectionIsDescribed() {
    for name in PackSection.Name.allCases { #expect(document.contains("### \(name.rawValue)")) }
    #expect(document.contains(LandmarkIndex.algorithm))
  }

  private func dump(_ bytes: [UInt8]) throws -> String {
    let directory = try TemporaryDirectory()
    let pack = try Pack(path: try directory.put(bytes, "a"))
    let parts = [("header", 0..<192), ("table", 192..<480)] + pack.table.sections.map { ($0.name, $0.range) }
    return parts.map { name, range in
      let lines = stride(from: range.lowerBound, to: range.upperBound, by: 16).map { start in
        let values = bytes[start..<min(start + 16, range.upperBound)]
        return hexadecimal(start, 4) + "  " + values.map { hexadecimal(Int($0), 2) }.joined(separator: " ")
      }
      return "\(name)\n" + lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func hexadecimal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
