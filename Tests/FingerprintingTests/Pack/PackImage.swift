import Foundation

@testable import Fingerprinting

/// The bytes of a pack to be damaged on purpose. It knows the layout from docs/pack-format.md and not from the reader.
struct PackImage {
  var bytes: [UInt8]

  struct Section {
    let name: String
    let entry: Int
    let range: Range<Int>
  }

  init() throws { bytes = try PackSamples.bytes() }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Where the header stands that counts.
  var newestHeader: Int {
    let hasSecond = bytes.count >= 4_288 && bytes[4_096..<4_104] == bytes[..<8]
    return hasSecond && number(UInt64.self, at: 4_096 + 48) > number(UInt64.self, at: 48) ? 4_096 : 0
  }

  var sections: [Section] {
    let header = newestHeader
    return (0..<Int(number(UInt32.self, at: header + 72))).map { index in
      let entry = Int(number(UInt64.self, at: header + 64)) + 32 * index
      let offset = Int(number(UInt64.self, at: entry + 8))
      return Section(
        name: String(decoding: bytes[entry..<(entry + 4)], as: UTF8.self), entry: entry,
        range: offset..<(offset + Int(number(UInt64.self, at: entry + 16))))
    }
  }

  func section(_ name: String) throws -> Section {
    guard let section = sections.first(where: { $0.name == name }) else { throw CocoaError(.coderValueNotFound) }
    return section
  }

  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
    (0..<MemoryLayout<Number>.size).reduce(0) { $0 | Number(truncatingIfNeeded: bytes[offset + $1]) << (8 * $1) }
  }

  mutating func set<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    for place in 0..<MemoryLayout<Number>.size {
      bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (8 * place))
    }
  }

  /// Sets a number in a section.
  mutating func set<Number: FixedWidthInteger>(_ number: Number, in section: String, at offset: Int) throws {
    set(number, at: try self.section(section).range.lowerBound + offset)
  }

  /// Makes all checksums right, so that only the meaning of the bytes is wrong.
  mutating func seal(sections: Bool = true) {
    if sections {
      for section in self.sections where section.range.upperBound <= bytes.count {
        set(PackChecksum.of(Array(bytes[section.range])), at: section.entry + 4)
      }
    }
    let header = newestHeader
    let table = Int(number(UInt64.self, at: header + 64))
    let end = table + 32 * Int(number(UInt32.self, at: header + 72))
    if end <= bytes.count { set(PackChecksum.of(Array(bytes[table..<end])), at: header + 76) }
    sealHeader()
  }

  mutating func sealHeader() {
    let header = newestHeader
    let length = Int(number(UInt32.self, at: header + 12))
    if (8...(bytes.count - header)).contains(length) {
      set(PackChecksum.of(Array(bytes[header..<(header + length - 4)])), at: header + length - 4)
    }
  }

  /// Opens it as a file; the error, nil when it opens.
  func error(loading: Pack.Loading = .mapped) throws -> PackError? {
    let directory = try TemporaryDirectory()
    do {
      _ = try Pack(path: try directory.put(bytes, "x.earpack"), loading: loading)
      return nil
    } catch let error as PackError {
      return error
    }
  }
}
