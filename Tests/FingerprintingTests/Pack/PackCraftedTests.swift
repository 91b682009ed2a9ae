import Foundation
import Testing

@testable import Fingerprinting

/// Damage on purpose: all checksums are right, what they cover is not.
@Suite struct PackCraftedTests {
  func expectDamage(
    _ what: String, seal: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout PackImage) throws -> Void
  ) throws {
    var image = try PackImage()
    try change(&image)
    if seal { image.seal() }
    let error = try image.error()
    #expect(
      error?.code == .damaged || error?.code == .truncated, "\(what): \(String(describing: error))",
      sourceLocation: sourceLocation)
  }

  @Test func untouchedPackIsFine() throws {
    var image = try PackImage()
    image.seal()
    #expect(try image.error() == nil)
    #expect(image.bytes == (try PackSamples.bytes()))
  }

  @Test func header() throws {
    for length in [0, 1, 188, 191, 193, 196, 4_096, 4_100, UInt32.max] as [UInt32] {
      try expectDamage("header of \(length)") { $0.set(length, at: 12) }
    }
    for bytes in [0, 191, UInt64.max, UInt64(Int64.max)] as [UInt64] {
      try expectDamage("file of \(bytes)") { $0.set(bytes, at: 56) }
    }
    try expectDamage("algorithm is not UTF-8") { $0.bytes[81] = 0xFF }
    try expectDamage("something behind the creator") { $0.bytes[183] = 0x41 }
  }

  @Test func placeOfTheTable() throws {
    for offset in [0, 8, 191, UInt64.max, UInt64.max - 287, UInt64(Int64.max), 1 << 32] as [UInt64] {
      try expectDamage("table at \(offset)", seal: false) {
        $0.set(offset, at: 64)
        $0.sealHeader()
      }
    }
    for count in [0, 1, 8, 10, 1_025, 1 << 27, UInt32.max] as [UInt32] {
      try expectDamage("\(count) sections", seal: false) {
        $0.set(count, at: 72)
        if count <= 10 { $0.seal(sections: false) } else { $0.sealHeader() }
      }
    }
  }

  @Test func sectionEntries() throws {
    let values: [UInt64] = [
      0, 1, 7, 192, 1 << 31, 1 << 32, UInt64(Int64.max), UInt64(Int64.max) + 1, UInt64.max, UInt64.max - 7,
    ]
    for section in try PackImage().sections {
      // A section that takes in the zero bytes behind it does no harm.
      for value in values where !(section.range.count..<(section.range.count + 64)).contains(Int(clamping: value)) {
        try expectDamage("\(section.name) of \(value) bytes", seal: false) {
          $0.set(value, at: section.entry + 16)
          let end = section.range.lowerBound.addingReportingOverflow(Int(truncatingIfNeeded: value))
          let isInside = !end.overflow && (section.range.lowerBound...$0.bytes.count).contains(end.partialValue)
          $0.seal(sections: isInside)
        }
      }
      for value in values {
        try expectDamage("\(section.name) at \(value)", seal: false) {
          $0.set(value, at: section.entry + 8)
          $0.seal(sections: false)
        }
      }
      try expectDamage("\(section.name) has no name", seal: false) {
        $0.set(UInt32(0), at: section.entry)
        $0.seal(sections: false)
      }
      try expectDamage("\(section.name) is missing") { $0.bytes[section.entry] = 0x7E }
    }
  }

  @Test func sectionsTwiceAndCrossed() throws {
    try expectDamage("a name twice") { image in
      let (first, second) = (image.sections[0].entry, image.sections[1].entry)
      image.bytes.replaceSubrange(second..<(second + 4), with: image.bytes[first..<(first + 4)])
    }
    try expectDamage("two sections in one place") { image in
      let (first, second) = (image.sections[5].entry, image.sections[6].entry)
      image.bytes.replaceSubrange((second + 8)..<(second + 24), with: image.bytes[(first + 8)..<(first + 24)])
    }
    try expectDamage("exchanged") { image in
      let (first, second) = (image.sections[2].entry, image.sections[3].entry)
      let entry = Array(image.bytes[first..<(first + 32)])
      image.bytes.replaceSubrange(first..<(first + 32), with: image.bytes[second..<(second + 32)])
      image.bytes.replaceSubrange(second..<(second + 32), with: entry)
    }
    try expectDamage("padding is not zero") { image in
      let gap = try #require(
        zip(image.sections, image.sections.dropFirst()).first { $0.0.range.upperBound < $0.1.range.lowerBound })
      image.bytes[gap.0.range.upperBound] = 1
    }
  }

  @Test func recordCounts() throws {
    for name in ["MATL", "MARK"] {
      for count in [0, 1, 4, 1_000, 1 << 20, (1 << 20) + 1, UInt32.max] as [UInt32] {
        try expectDamage("\(count) records in \(name)") { try $0.set(count, in: name, at: 0) }
      }
      for length in [0, 1, 4, 31, 33, 79, 84, 4_100, UInt32.max] as [UInt32] {
        try expectDamage("records of \(length) in \(name)") { try $0.set(length, in: name, at: 4) }
      }
      try expectDamage("no records of no bytes in \(name)") {
        try $0.set(UInt64(0), in: name, at: 0)
      }
    }
  }

  @Test func references() throws {
    // id, title, type, image, metadata and campaign of the first and second material.
    for field in [0, 8, 16, 24, 32, 40] {
      for record in [16, 96] {
        for value in [UInt32.max, UInt32.max - 1, 1 << 31, 70_000] as [UInt32] {
          try expectDamage("offset \(value) at \(record + field)") {
            try $0.set(value, in: "MATL", at: record + field)
            try $0.set(UInt32(5), in: "MATL", at: record + field + 4)
          }
          try expectDamage("length \(value) at \(record + field)") {
            try $0.set(UInt32(0), in: "MATL", at: record + field)
            try $0.set(value, in: "MATL", at: record + field + 4)
          }
        }
      }
    }
    for field in [0, 8, 32] {
      try expectDamage("required text at \(field) is absent") {
        try $0.set(UInt64(UInt32.max), in: "MATL", at: 16 + field)
      }
    }
    try expectDamage("texts overlap") {
      // The title of the second material is its id once more.
      let id = try $0.section("MATL").range.lowerBound + 96
      $0.set($0.number(UInt64.self, at: id), at: id + 8)
    }
  }

  @Test func materialValues() throws {
    for duration in [-1, Double.nan, .infinity, -.infinity, 1e300, 1_000_001] {
      try expectDamage("duration \(duration)") { try $0.set(duration.bitPattern, in: "MATL", at: 16 + 48) }
    }
    for value in [1, 8, 1 << 31, 1 << 32, UInt64.max, UInt64.max - 7, UInt64(Int64.max) - 7] as [UInt64] {
      try expectDamage("peaks at \(value)") { try $0.set(value, in: "MATL", at: 16 + 56) }
      try expectDamage("second peaks at \(value)") { try $0.set(value, in: "MATL", at: 96 + 56) }
      try expectDamage("peaks of \(value) bytes") { try $0.set(value, in: "MATL", at: 16 + 64) }
    }
    try expectDamage("peaks of no bytes") { try $0.set(UInt64(0), in: "MATL", at: 16 + 64) }
    try expectDamage("two materials share peaks") {
      let peaks = try $0.section("MATL").range.lowerBound + 16 + 56
      $0.set($0.number(UInt64.self, at: peaks), at: peaks + 80)
      $0.set($0.number(UInt64.self, at: peaks + 8), at: peaks + 88)
    }
  }

  @Test func texts() throws {
    try expectDamage("id is not UTF-8") { try $0.set(UInt8(0xC3), in: "TEXT", at: 5) }
    try expectDamage("id has a control character") { try $0.set(UInt8(7), in: "TEXT", at: 0) }
    try expectDamage("NUL in a title") { try $0.set(UInt8(0), in: "TEXT", at: 7) }
    try expectDamage("metadata is no object") { try $0.set(UInt8(0x5B), in: "META", at: 0) }
    try expectDamage("campaign is no object") { try $0.set(UInt8(0x20), in: "CAMP", at: 0) }
    try expectDamage("empty id") { try $0.set(UInt32(0), in: "MATL", at: 20) }
    try expectDamage("an id twice") { image in
      // The third id, "silence", becomes "spot-1" by its bytes and its length.
      let record = try image.section("MATL").range.lowerBound + 176
      let place = try image.section("TEXT").range.lowerBound + Int(image.number(UInt32.self, at: record))
      image.bytes.replaceSubrange(place..<(place + 6), with: Array("spot-1".utf8))
      image.set(UInt32(6), at: record + 4)
    }
  }

  @Test func markers() throws {
    for code in [0, 1 << 24, .max, 16_777_215] as [UInt32] {
      try expectDamage("first code \(code)") { try $0.set(code, in: "MARK", at: 16) }
    }
    for code in [0, 1, 7] as [UInt32] {
      try expectDamage("second code \(code)") { try $0.set(code, in: "MARK", at: 48) }
    }
    try expectDamage("marker without id") { try $0.set(UInt32(0), in: "MARK", at: 28) }
    try expectDamage("marker without name") { try $0.set(UInt64(UInt32.max), in: "MARK", at: 32) }
  }

  @Test func index() throws {
    for offset in 0..<8 {
      for value in [7, 1 << 16, .max] as [UInt32] {
        var image = try PackImage()
        try image.set(value, in: "PARM", at: 4 * offset)
        image.seal()
        // Not every number of the parameters can be wrong; none may do harm.
        if let error = try image.error() { #expect(error.code == .damaged) }
      }
    }
    try expectDamage("directory does not begin with 0") { try $0.set(UInt32(1), in: "DIRY", at: 0) }
    try expectDamage("directory does not ascend") { try $0.set(UInt32.max, in: "DIRY", at: 4) }
  }

  /// Whatever numbers stand in the tables, a file opens or is refused; nothing else happens.
  @Test(arguments: 0..<8) func anyNumbers(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let original = try PackImage()
    let directory = try TemporaryDirectory()
    let special: [UInt64] = [0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, .max, .max >> 1]
    var opened = 0
    for _ in 0..<100 {
      var image = original
      for _ in 0...(random.next() % 3) {
        let sections = image.sections
        let section = sections[Int(random.next() % UInt64(sections.count))].range
        guard section.count >= 8 else { continue }
        let place = section.lowerBound + Int(random.next() % UInt64(section.count - 7))
        let value = special[Int(random.next() % UInt64(special.count))] &+ random.next() % 3
        switch random.next() % 3 {
        case 0: image.set(UInt8(truncatingIfNeeded: value), at: place)
        case 1: image.set(UInt32(truncatingIfNeeded: value), at: place / 4 * 4)
        default: image.set(value, at: place)
        }
      }
      image.seal()
      guard let pack = try? Pack(path: try directory.put(image.bytes, "any")) else { continue }
      opened += 1
      if opened > 4 { continue }
      for index in pack.materials.indices { _ = try? pack.fingerprint(at: index) }
      let matcher = StreamMatcher(pack: pack)
      let samples = (0..<8_000).map { Float(sin(Double($0 * $0 % 8_191) / 130)) }
      samples.withUnsafeBufferPointer { samples in matcher.append(samples) { _ in } }
      matcher.finish { _ in }
    }
    #expect(opened > 0)
  }
}
