import Foundation
import Glibc
import Testing

@testable import Fingerprinting

/// Changes that are appended to a pack.
@Suite struct PackSegmentTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.earpack")
  }

  private func inode() throws -> ino_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_ino
  }

  @Test func smallPacksAreWrittenWhole() throws {
    try PackSamples.builder().write(to: path)
    let before = try inode()
    var builder = PackBuilder(contentsOf: try Pack(path: path))
    builder.remove(id: "silence")
    try builder.write(to: path)
    #expect(try inode() != before)
    let pack = try Pack(path: path)
    #expect((pack.header.formatMajor, pack.header.formatMinor) == (1, 0))
    #expect(pack.usage == PackUsage(segments: 1, liveBytes: Int(pack.header.fileBytes), deadBytes: 0))
  }

  @Test func changesOfOthersAreAppended() throws {
    try SegmentSamples.writeRoomy(to: path)
    let old = try directory.bytes("a.earpack")
    let before = try inode()
    var builder = try SegmentSamples.editing(path)
    try builder.add(PackMaterial(id: "new"), fingerprint: PackSamples.fingerprint(9))
    try builder.write(to: path)
    let new = try directory.bytes("a.earpack")
    #expect(try inode() == before)
    // Nothing that was there is changed but the two headers.
    #expect(new[192..<4_096] == old[192..<4_096] && new[4_288..<old.count] == old[4_288...])
    let pack = try Pack(path: path)
    #expect((pack.header.formatMajor, pack.header.formatMinor) == (2, 0))
    #expect(pack.header.generation == 2 && pack.header.packID == PackSamples.packID)
    #expect(pack.materials.map(\.id) == ["spot-1", "Ünï–日本語 🎧", "silence", "new"])
    #expect(pack.usage.segments == 2)
    #expect(try pack.verify().allSatisfy(\.ok))
    #expect(try pack.fingerprint(at: 3) == PackSamples.fingerprint(9))
  }

  @Test func segmentsReplaceRemoveAndAmend() throws {
    try SegmentSamples.writeSegmented(to: path)
    let pack = try Pack(path: path)
    #expect(pack.usage.segments == 3 && pack.usage.deadBytes > 0)
    #expect(pack.materials.map(\.id) == ["spot-1", "Ünï–日本語 🎧", "new-1", "new-2"])
    #expect(pack.materials[2].title == "Newer" && pack.materials[2].duration == 4)
    #expect(pack.materials[0].campaign == nil && pack.materials[0].title == "A spot")
    #expect(try pack.fingerprint(at: 2) == PackSamples.fingerprint(5, duration: 4))
    #expect(pack.markers.map(\.code) == [8, 16_777_215])
    #expect(pack.materialIndex(id: "silence") == nil)
    #expect(pack.index.materialCount == 4)
    #expect(try pack.verify().count == 9 + 11 + 11)
  }

  @Test func mergingGivesThePackThatIsMadeAtOnce() throws {
    try SegmentSamples.writeSegmented(to: path)
    let pack = try Pack(path: path)
    var fresh = PackBuilder()
    fresh.packID = PackSamples.packID
    for (place, material) in pack.materials.enumerated() {
      try fresh.add(material, fingerprint: try pack.fingerprint(at: place))
    }
    for marker in pack.markers { try fresh.setMarker(marker) }
    try fresh.write(to: directory.file("fresh"), at: PackSamples.time)
    try PackBuilder(contentsOf: pack).write(to: path, merging: true, at: PackSamples.time)
    #expect(try directory.bytes("a.earpack")[192...] == directory.bytes("fresh")[192...])
    #expect(try Pack(path: path).usage.deadBytes == 0)
  }

  @Test(arguments: [Pack.Loading.mapped, .memory]) func whoHasThePackOpenKeepsItsState(loading: Pack.Loading) throws {
    try SegmentSamples.writeRoomy(to: path)
    let old = try Pack(path: path, loading: loading)
    let before = SegmentedIndexTests.postings(old.index)
    try SegmentSamples.writeSegmented(to: path)
    var builder = try SegmentSamples.editing(path)
    builder.remove(id: "spot-1")
    try builder.write(to: path)
    try SegmentSamples.editing(path).write(to: path, merging: true, at: PackSamples.time)
    #expect(old.materials == (try PackSamples.builder().materials))
    #expect(try old.verify().allSatisfy(\.ok))
    #expect(try old.fingerprint(at: 2) == PackSamples.fingerprint(3, landmarks: 0))
    #expect(SegmentedIndexTests.postings(old.index) == before)
    #expect(try Pack(path: path).materials.map(\.id) == ["Ünï–日本語 🎧", "new-1", "new-2"])
  }

  @Test func nothingToChangeWritesNothing() throws {
    try SegmentSamples.writeSegmented(to: path)
    let before = try directory.bytes("a.earpack")
    try SegmentSamples.editing(path).write(to: path)
    var builder = try SegmentSamples.editing(path)
    try builder.setCampaign(nil, materialID: "new-1")
    builder.removeMarker(code: 99)
    try builder.add(PackMaterial(id: "passing"), fingerprint: PackSamples.fingerprint(1))
    builder.remove(id: "passing")
    try builder.write(to: path)
    #expect(try directory.bytes("a.earpack") == before)
  }

  @Test func theHeadersTakeTurns() throws {
    try SegmentSamples.writeRoomy(to: path)
    for number in 0..<5 {
      let before = try directory.bytes("a.earpack")
      var builder = try SegmentSamples.editing(path)
      try builder.add(PackMaterial(id: "\(number)"), fingerprint: PackSamples.fingerprint(number))
      try builder.write(to: path)
      let after = try directory.bytes("a.earpack")
      // The first time both are written, for readers of version 1.
      let isFirst = after[..<192] != before[..<192]
      let isSecond = after[4_096..<4_288] != before[4_096..<4_288]
      #expect(isFirst == (number % 2 == 0) && isSecond == (number == 0 || number % 2 == 1), "\(number)")
      #expect(try Pack(path: path).materials.count == 4 + number)
    }
  }

  // MARK: When the whole is written though

  private func expectWritten(whole: Bool, _ change: () throws -> Void = {}) throws {
    try? FileManager.default.removeItem(atPath: path)
    try SegmentSamples.writeRoomy(to: path)
    var builder = try SegmentSamples.editing(path)
    try builder.add(PackMaterial(id: "new"), fingerprint: PackSamples.fingerprint(9))
    let before = try inode()
    try change()
    try builder.write(to: path)
    #expect(try (inode() != before) == whole)
    let ids = try Pack(path: path).materials.map(\.id)
    #expect(ids == ["spot-1", "Ünï–日本語 🎧", "silence", "new"])
    #expect(directory.names.filter { $0.contains("tmp") }.isEmpty)
  }

  @Test func aSecondNameKeepsTheOldState() throws {
    try expectWritten(whole: false)
    try expectWritten(whole: true) { #expect(link(path, directory.file("copy")) == 0) }
    #expect(try Pack(path: directory.file("copy")).materials.count == 3)
  }

  @Test func aPackThatWasChangedMeanwhileIsReplaced() throws {
    try expectWritten(whole: true) {
      var other = try SegmentSamples.editing(path)
      other.remove(id: "spot-1")
      try other.write(to: path)
    }
    try expectWritten(whole: true) {
      try SegmentSamples.writeRoomy(to: directory.file("other"))
      #expect(rename(directory.file("other"), path) == 0)
    }
  }

  @Test func aPackSomebodyElseAppendsToIsReplaced() throws {
    var descriptor: Int32 = -1
    try expectWritten(whole: true) {
      descriptor = open(path, O_RDWR)
      #expect(flock(descriptor, LOCK_EX) == 0)
    }
    close(descriptor)
  }

  @Test func anotherPathGetsTheWhole() throws {
    try SegmentSamples.writeSegmented(to: path)
    let before = try directory.bytes("a.earpack")
    try SegmentSamples.editing(path).write(to: directory.file("b"))
    #expect(try directory.bytes("a.earpack") == before)
    let copy = try Pack(path: directory.file("b"))
    #expect(copy.usage.segments == 1)
    #expect(try copy.materials == Pack(path: path).materials)
  }

  @Test func whatTheFileWastesIsFreed() throws {
    try SegmentSamples.writeRoomy(to: path)
    var builder = try SegmentSamples.editing(path)
    for number in 0..<20 {
      try builder.add(PackMaterial(id: "\(number)"), fingerprint: PackSamples.fingerprint(number, landmarks: 300))
    }
    try builder.write(to: path)
    let full = try Pack(path: path).header.fileBytes
    for number in 0..<20 {
      var builder = try SegmentSamples.editing(path, SegmentSamples.merging)
      builder.remove(id: "\(number)")
      try builder.write(to: path)
      let usage = try Pack(path: path).usage
      #expect(usage.deadBytes <= usage.liveBytes + 2_048)
    }
    #expect(try Pack(path: path).header.fileBytes < full / 2)
  }

  @Test func aLinkedPackIsAppendedTo() throws {
    try SegmentSamples.writeRoomy(to: directory.file("real"))
    symlink("real", path)
    var builder = try SegmentSamples.editing(path)
    builder.remove(id: "silence")
    try builder.write(to: path)
    #expect(try Pack(path: directory.file("real")).usage.segments == 2)
    #expect(directory.names == ["a.earpack", "real"])
  }
}
