import Foundation
import Glibc
import Synchronization
import Testing

@testable import Fingerprinting

/// A segment that cannot be appended, or not to the end, leaves the pack as it was.
@Suite struct PackAppendFailureTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.earpack")
    try SegmentSamples.writeRoomy(to: path)
  }

  func builder() throws -> PackBuilder {
    var builder = try SegmentSamples.editing(path)
    try builder.add(
      PackMaterial(id: "new"), fingerprint: PackSamples.fingerprint(1, duration: 3_500, landmarks: 25_000))
    builder.remove(id: "silence")
    return builder
  }

  func failure(_ system: PackSystemCalls, sourceLocation: SourceLocation = #_sourceLocation) throws -> PackError? {
    let before = try directory.bytes("a.earpack")
    let builder = try builder()
    let error = #expect(throws: PackError.self, sourceLocation: sourceLocation) {
      try builder.write(to: path, replacing: true, at: PackSamples.time, system: system)
    }
    #expect(try directory.bytes("a.earpack") == before, sourceLocation: sourceLocation)
    #expect(directory.names == ["a.earpack"], sourceLocation: sourceLocation)
    return error
  }

  @Test(arguments: [0, 1, 2]) func fullDisk(after writes: Int) throws {
    let count = Atomic(0)
    var system = PackSystemCalls()
    system.write = { descriptor, bytes, length in
      guard count.add(1, ordering: .relaxed).oldValue < writes else {
        errno = ENOSPC
        return -1
      }
      return Glibc.write(descriptor, bytes, length)
    }
    #expect(try failure(system)?.code == .noSpace)
  }

  @Test func synchronisingFails() throws {
    var system = PackSystemCalls()
    system.fsync = { _ in
      errno = EIO
      return -1
    }
    #expect(try failure(system)?.code == .unwritable)
  }

  /// Readers may be in the new state already; it must stay whole.
  @Test func theLastSynchronisationFails() throws {
    let count = Atomic(0)
    var system = PackSystemCalls()
    system.fsync = { descriptor in
      guard count.add(1, ordering: .relaxed).oldValue > 0 else { return Glibc.fsync(descriptor) }
      errno = EIO
      return -1
    }
    let builder = try builder()
    #expect(throws: PackError.self) {
      try builder.write(to: path, replacing: true, at: PackSamples.time, system: system)
    }
    let pack = try Pack(path: path)
    #expect(try pack.materials.count == 3 && pack.verify().allSatisfy(\.ok))
  }

  @Test func shortWritesGoOn() throws {
    var system = PackSystemCalls()
    system.write = { Glibc.write($0, $1, max(1, $2 / 2)) }
    try builder().write(to: path, replacing: true, at: PackSamples.time, system: system)
    let pack = try Pack(path: path)
    #expect(try pack.usage.segments == 2 && pack.verify().allSatisfy(\.ok))
  }

  @Test func fileSizeLimit() async throws {
    let before = try directory.bytes("a.earpack")
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
      var builder = try SegmentSamples.editing(path)
      try builder.add(
        PackMaterial(id: "large"), fingerprint: PackSamples.fingerprint(1, duration: 3_500, landmarks: 25_000))
      do {
        try builder.write(to: path)
        exit(3)
      } catch let error as PackError where error.code == .noSpace {
        exit(0)
      }
    }
    #expect(try directory.bytes("a.earpack") == before)
  }

  /// A tail of any length behind what counts.
  @Test(arguments: [1, 63, 64, 4_096, 70_000]) func unfinishedTail(length: Int) throws {
    for segmented in [false, true] {
      if segmented { try SegmentSamples.writeSegmented(to: path) }
      let whole = try directory.bytes("a.earpack")
      try directory.put(whole + [UInt8](repeating: 0xA5, count: length), "a.earpack")
      let old = try Pack(path: path)
      #expect(try old.verify().allSatisfy(\.ok))
      #expect(old.header.fileBytes == UInt64(whole.count))
      var builder = try SegmentSamples.editing(path)
      try builder.add(PackMaterial(id: "tail"), fingerprint: PackSamples.fingerprint(1))
      try builder.write(to: path)
      let pack = try Pack(path: path)
      #expect(try pack.verify().allSatisfy(\.ok))
      #expect(pack.materials.map(\.id) == old.materials.map(\.id) + ["tail"])
      #expect(try directory.bytes("a.earpack").count == Int(pack.header.fileBytes))
    }
  }

  /// Every state of a header that is being written, at any place of the file that a stop can leave.
  @Test func tornHeaders() throws {
    for segmented in [false, true] {
      if segmented { try SegmentSamples.writeSegmented(to: path) }
      let before = try directory.bytes("a.earpack")
      let materials = try Pack(path: path).materials.count
      var builder = try SegmentSamples.editing(path)
      try builder.add(PackMaterial(id: "torn"), fingerprint: PackSamples.fingerprint(1))
      try builder.write(to: path, at: PackSamples.time)
      let after = try directory.bytes("a.earpack")
      for (start, other) in [(4_096, 0), (0, 4_096)] {
        for torn in 0...192 {
          var bytes = after
          // The other header is old when this one is the first that is written.
          if start != 0 || segmented {
            bytes.replaceSubrange(other..<(other + 192), with: before[other..<(other + 192)])
          }
          bytes.replaceSubrange((start + torn)..<(start + 192), with: before[(start + torn)..<(start + 192)])
          let pack = try Pack(path: try directory.put(bytes, "torn"))
          #expect([materials, materials + 1].contains(pack.materials.count), "\(torn) bytes at \(start)")
          #expect(try pack.verify().allSatisfy(\.ok), "\(torn) bytes at \(start)")
        }
      }
    }
  }

  /// What a transfer that breaks off leaves: the state before, as long as all of that is there.
  @Test func cutFiles() throws {
    let old = try directory.bytes("a.earpack").count
    try builder().write(to: path)
    var builder = try SegmentSamples.editing(path)
    try builder.add(PackMaterial(id: "second"), fingerprint: PackSamples.fingerprint(2))
    let middle = try directory.bytes("a.earpack").count
    try builder.write(to: path)
    let bytes = try directory.bytes("a.earpack")
    for length in stride(from: 0, to: bytes.count, by: 997) + [old, middle - 1, middle, bytes.count - 1] {
      let cut = try directory.put(Array(bytes[..<length]), "cut")
      if length < middle {
        #expect(throws: PackError.self, "\(length)") { try Pack(path: cut) }
      } else {
        #expect(try Pack(path: cut).materials.count == 3, "\(length)")
      }
    }
  }
}
