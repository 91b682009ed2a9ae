import Foundation
import Testing

@testable import Fingerprinting

/// Damage by accident: cut files, flipped bits.
@Suite struct PackDamageTests {
  static let tables = ["MATL", "TEXT", "META", "CAMP", "MARK", "PARM", "DIRY"]

  @Test func cutAtEveryBoundary() throws {
    let image = try PackImage()
    let directory = try TemporaryDirectory()
    let boundaries =
      [0, 8, 12, 16, 188, 192, 480] + image.sections.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    let lengths = Set(boundaries.flatMap { [$0 - 1, $0, $0 + 1] }).filter { (0..<image.bytes.count).contains($0) }
    for length in lengths.sorted() {
      let path = try directory.put(Array(image.bytes[..<length]), "cut")
      let error = #expect(throws: PackError.self) { try Pack(path: path) }
      #expect(error?.code == (length == 0 ? .notAPack : .truncated), "cut to \(length) bytes")
    }
  }

  @Test func cutAtEveryByteOfTheFront() throws {
    let bytes = try PackSamples.bytes()
    let directory = try TemporaryDirectory()
    for length in 1..<500 {
      let path = try directory.put(Array(bytes[..<length]), "cut")
      #expect(throws: PackError.self, "cut to \(length) bytes") { try Pack(path: path) }
    }
  }

  @Test func bytesAddedAtTheEnd() throws {
    var image = try PackImage()
    image.bytes.append(0)
    #expect(try image.error()?.code == .damaged)
  }

  @Test func everyBitOfTheHeader() throws {
    let original = try PackImage()
    for bit in 0..<(192 * 8) {
      var image = original
      image.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let error = try image.error()
      let allowed: [PackError.Code] =
        switch bit / 8 {
        case 0..<8: [.notAPack]
        case 8..<10: [.newerMajor, .damaged]
        case 12..<16: [.damaged, .truncated]
        default: [.damaged]
        }
      #expect(error.map { allowed.contains($0.code) } == true, "bit \(bit): \(String(describing: error))")
    }
  }

  @Test func oneBitInEverySection() throws {
    let original = try PackImage()
    let directory = try TemporaryDirectory()
    for section in original.sections where !section.range.isEmpty {
      for offset in [0, section.range.count / 2, section.range.count - 1] {
        var image = original
        image.bytes[section.range.lowerBound + offset] ^= 0x10
        let path = try directory.put(image.bytes, "flipped")
        if Self.tables.contains(section.name) {
          let error = #expect(throws: PackError.self) { try Pack(path: path) }
          #expect(error?.code == .damaged)
          #expect(error?.section == section.name)
          #expect(error?.message.contains(section.name) == true)
        } else {
          // Peaks and postings are found when everything is verified; opening may notice as well.
          guard let pack = try? Pack(path: path) else { continue }
          let report = try pack.verify()
          #expect(report.filter { !$0.ok }.map(\.name) == [section.name])
        }
      }
    }
  }

  @Test func everyByteCounts() throws {
    let original = try PackImage()
    let directory = try TemporaryDirectory()
    var random = SplitMix(seed: 20_240_101)
    let places = (0..<original.bytes.count).filter { $0 < 600 || $0 % 7 == 0 }
    for place in places {
      var image = original
      image.bytes[place] ^= UInt8(truncatingIfNeeded: 1 << (random.next() % 8))
      let path = try directory.put(image.bytes, "flipped")
      if let pack = try? Pack(path: path) {
        #expect(try !pack.verify().allSatisfy(\.ok), "byte \(place)")
      }
    }
  }

  @Test func damagedPeaksAreNotHandedOut() throws {
    var image = try PackImage()
    let peaks = try image.section("PEAK").range
    image.bytes[peaks.lowerBound + 20] ^= 1
    let directory = try TemporaryDirectory()
    let pack = try Pack(path: try directory.put(image.bytes, "a"))
    let error = #expect(throws: PackError.self) { try pack.fingerprint(at: 0) }
    #expect(error?.code == .damaged && error?.section == "PEAK")
    #expect(error?.message.contains("spot-1") == true)
    #expect(try pack.fingerprint(at: 1).peakCount == 17)

    // Nor written anew with a good checksum; without the damaged material the rest can be saved.
    var builder = PackBuilder(contentsOf: pack)
    #expect(throws: PackError.self) { try builder.write(to: directory.file("b")) }
    #expect(directory.names == ["a"])
    builder.remove(id: "spot-1")
    try builder.write(to: directory.file("b"))
    #expect(try Pack(path: directory.file("b")).verify().allSatisfy(\.ok))
  }

  @Test func damagedPostingsAreMadeAnew() throws {
    let original = try PackImage()
    var image = original
    image.bytes[try image.section("POST").range.lowerBound] ^= 1
    let directory = try TemporaryDirectory()
    let pack = try Pack(path: try directory.put(image.bytes, "a"))
    try PackBuilder(contentsOf: pack).write(to: directory.file("b"))
    let mended = try directory.bytes("b")
    #expect(mended[192...] == original.bytes[192...])
  }

  @Test(arguments: [Pack.Loading.mapped, .memory]) func backgroundCheckTellsOfDamage(loading: Pack.Loading) async throws
  {
    var image = try PackImage()
    for name in ["PEAK", "POST"] { image.bytes[try image.section(name).range.lowerBound + 9] ^= 1 }
    let directory = try TemporaryDirectory()
    let pack = try Pack(path: try directory.put(image.bytes, "a"), loading: loading)
    let (found, continuation) = AsyncStream.makeStream(of: PackError.self)
    await pack.verifyInBackground { continuation.yield($0) }.value
    continuation.finish()
    var sections: [String?] = []
    for await error in found { sections.append(error.section) }
    #expect(sections == ["PEAK", "POST"])
  }

  @Test func backgroundCheckIsSilentWhenAllIsWell() async throws {
    let directory = try TemporaryDirectory()
    let pack = try Pack(path: try directory.put(try PackSamples.bytes(), "a"))
    await confirmation(expectedCount: 0) { damage in
      await pack.verifyInBackground { _ in damage() }.value
    }
  }

  @Test func fileCutWhileOpenIsReported() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.put(try PackSamples.bytes(), "a")
    let mapped = try Pack(path: path)
    let copied = try Pack(path: path, loading: .memory)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 300)
    let error = #expect(throws: PackError.self) { try mapped.verify() }
    #expect(error?.code == .truncated)
    #expect(try copied.verify().allSatisfy(\.ok))
    #expect(try copied.fingerprint(at: 0).peakCount == 40)
  }
}
