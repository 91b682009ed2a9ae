import Foundation
import Synchronization
import Testing

@testable import Fingerprinting

/// Segments that are damaged by accident or on purpose.
@Suite(.timeLimit(.minutes(2))) struct PackSegmentDamageTests {
  let directory: TemporaryDirectory
  let image: PackImage

  init() throws {
    directory = try TemporaryDirectory()
    try SegmentSamples.writeSegmented(to: directory.file("a"))
    image = PackImage(bytes: try directory.bytes("a"))
  }

  private func expectDamage(
    _ what: String, sections: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout PackImage) throws -> Void
  ) throws {
    var image = image
    try change(&image)
    image.seal(sections: sections)
    #expect(try image.error()?.code == .damaged, "\(what)", sourceLocation: sourceLocation)
  }

  @Test func untouchedImageIsFine() throws {
    var image = image
    image.seal()
    #expect(image.bytes == self.image.bytes)
    #expect(try image.error() == nil)
    #expect(image.sections.count == 31)
  }

  @Test func oneBitInEverySectionOfEverySegment() throws {
    for section in image.sections where !section.range.isEmpty {
      for offset in [0, section.range.count / 2, section.range.count - 1] {
        var image = image
        image.bytes[section.range.lowerBound + offset] ^= 0x10
        let path = try directory.put(image.bytes, "flipped")
        do {
          let report = try Pack(path: path).verify()
          #expect(report.filter { !$0.ok }.map(\.name) == [section.name])
        } catch let error as PackError {
          #expect(error.code == .damaged)
        }
      }
    }
  }

  @Test(arguments: [0, 1, 2]) func theBackgroundCheckCoversAllSegments(segment: Int) async throws {
    for name in ["PEAK", "POST"] {
      var image = image
      let section = image.sections.filter { $0.name == name }[segment]
      image.bytes[section.range.lowerBound + 9] ^= 1
      let pack = try Pack(path: try directory.put(image.bytes, "damaged"))
      let check = Mutex<PackVerification?>(nil)
      let error = await withCheckedContinuation { result in
        let begun = PackVerification(of: pack) { result.resume(returning: $0) }
        check.withLock { $0 = begun }
      }
      #expect(error?.code == .damaged && error?.section == name)
    }
  }

  @Test func headersOfSegmentedPacks() throws {
    // The newest header is damaged: the state before is there, and that is whole.
    var image = image
    let newest = image.newestHeader
    image.bytes[newest + 100] ^= 1
    let pack = try Pack(path: try directory.put(image.bytes, "older"))
    #expect(pack.materials.map(\.id) == ["spot-1", "Ünï–日本語 🎧", "new-1"])
    #expect(try pack.verify().allSatisfy(\.ok))
    image.bytes[4_096 - newest + 100] ^= 1
    #expect(try image.error()?.code == .damaged)
    // The header of another pack.
    var other = self.image
    other.bytes[newest + 20] ^= 1
    other.sealHeader()
    #expect(try Pack(path: try directory.put(other.bytes, "other")).usage.segments == (newest == 0 ? 3 : 2))
    // It has more than the file, which the one before it has not.
    other = self.image
    other.set(UInt64(other.bytes.count + 1), at: newest + 56)
    other.sealHeader()
    #expect(try Pack(path: try directory.put(other.bytes, "longer")).usage.segments == 2)
    // A header that contradicts itself counts as little.
    for (offset, value) in [(184, 0), (184, 8_192), (72, 1_025), (64, 100)] as [(Int, UInt32)] {
      var odd = self.image
      odd.set(value, at: newest + offset)
      odd.sealHeader()
      #expect(try Pack(path: try directory.put(odd.bytes, "odd")).usage.segments == 2)
    }
  }

  @Test func crafted() throws {
    let entries = image.sections.map(\.entry)
    try expectDamage("segments in another order") { $0.set(UInt32(5), at: entries[0] + 24) }
    try expectDamage("two segments with one number") { image in
      for entry in entries[20...] { image.set(UInt32(1), at: entry + 24) }
    }
    try expectDamage("a section missing") { $0.bytes[entries[12]] = 0x7E }
    for value in [0, 191, 4_096, 4_280, UInt64.max - 7] as [UInt64] {
      try expectDamage("sections at \(value)", sections: false) { $0.set(value, at: entries[0] + 8) }
    }
    func place(_ name: String, _ segment: Int) -> Int {
      let sections = image.sections.filter { $0.name == name }
      return sections[segment].range.lowerBound
    }
    for value in [0, 1, 2, 9, UInt32.max - 1] as [UInt32] {
      try expectDamage("records of GONE") { $0.set(value == 2 ? 99 : value, at: place("GONE", 0)) }
      try expectDamage("a segment that is not there") { $0.set(max(2, value), at: place("AMND", 1) + 16) }
    }
    try expectDamage("a material that is not there") { $0.set(UInt32(77), at: place("GONE", 0) + 20) }
    try expectDamage("a material of its own segment") { $0.set(UInt32(1), at: place("GONE", 0) + 16) }
    try expectDamage("a campaign outside") { $0.set(UInt32(9_999), at: place("AMND", 0) + 24) }
    // What was removed comes back, and is there twice.
    try expectDamage("a material twice") { image in
      image.set(UInt32(0), at: place("GONE", 1) + 16)
      image.set(UInt32(2), at: place("GONE", 1) + 20)
    }
  }

  @Test func oddOrdinalsDoNoHarm() throws {
    for value in [0, 1, 77, UInt32.max] as [UInt32] {
      var image = image
      for section in image.sections.filter({ $0.name == "MATL" }).dropFirst() {
        for record in 0..<Int(image.number(UInt32.self, at: section.range.lowerBound)) {
          image.set(value, at: section.range.lowerBound + 16 + 88 * record + 80)
        }
      }
      image.seal()
      let path = try directory.put(image.bytes, "odd")
      let pack = try Pack(path: path)
      #expect(Set(pack.materials.map(\.id)) == ["spot-1", "Ünï–日本語 🎧", "new-1", "new-2"])
      var builder = try SegmentSamples.editing(path)
      try builder.add(PackMaterial(id: "last"), fingerprint: PackSamples.fingerprint(1))
      try builder.write(to: path)
      #expect(try Pack(path: path).materials.map(\.id) == pack.materials.map(\.id) + ["last"])
    }
  }
}
