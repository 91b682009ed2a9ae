import Foundation
import Glibc
import Synchronization
import Testing

@testable import Fingerprinting

/// A writer that is killed while it appends leaves the old state or the new one.
@Suite(.serialized) struct PackAppendKillTests {
  /// Killed just before each of the calls that put segments on disk, with one segment and with several.
  @Test(arguments: 0..<9, [false, true]) func killedBeforeCall(number: Int, segmented: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.earpack")
    if segmented { try SegmentSamples.writeSegmented(to: path) } else { try SegmentSamples.writeRoomy(to: path) }
    let before = try Pack(path: path).materials.map(\.id)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, number = number as Int] in
      let calls = Atomic(0)
      let count: @Sendable () -> Void = {
        if calls.add(1, ordering: .relaxed).oldValue == number { kill(getpid(), SIGKILL) }
      }
      let real = PackSystemCalls()
      let system = PackSystemCalls(
        write: { descriptor, bytes, length in
          count()
          return real.write(descriptor, bytes, length)
        },
        fsync: { descriptor in
          count()
          return real.fsync(descriptor)
        },
        truncate: { descriptor, length in
          count()
          return real.truncate(descriptor, length)
        },
        rename: { old, new in
          count()
          return real.rename(old, new)
        })
      var builder = try SegmentSamples.editing(path)
      try builder.add(PackMaterial(id: "0"), fingerprint: PackSamples.fingerprint(1, duration: 1_000, landmarks: 5_000))
      builder.remove(id: "spot-1")
      try builder.write(to: path, replacing: true, at: PackSamples.time, system: system)
      // The last numbers are for more calls than there are.
      kill(getpid(), SIGKILL)
    }
    let pack = try Pack(path: path)
    #expect(try pack.verify().allSatisfy(\.ok))
    #expect([before, before.dropFirst() + ["0"]].contains(pack.materials.map(\.id)))
    // And the next writer goes on from there.
    var next = try SegmentSamples.editing(path)
    try next.add(PackMaterial(id: "next"), fingerprint: PackSamples.fingerprint(2))
    try next.write(to: path)
    #expect(try Pack(path: path).materials.map(\.id) == pack.materials.map(\.id) + ["next"])
  }

  /// Killed at any time: what was reported as written is there, and nothing is half there.
  @Test(arguments: [2, 5, 11, 23, 47, 95, 190]) func killedWriter(after milliseconds: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.earpack")
    try SegmentSamples.writeRoomy(to: path)
    for _ in 0..<2 {
      // The next writer counts from 0 again.
      try? FileManager.default.removeItem(atPath: path + ".count")
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = milliseconds as Int] in
        Thread.detachNewThread {
          usleep(UInt32(delay) * 1_000)
          kill(getpid(), SIGKILL)
        }
        for number in 0... {
          var builder = try SegmentSamples.editing(path, SegmentSamples.merging)
          let landmarks = PackSamples.fingerprint(number, duration: 100, landmarks: 900)
          try builder.add(PackMaterial(id: "\(number % 20)"), fingerprint: landmarks)
          try builder.setMarker(PackMarker(code: 7, id: "count", name: "\(number)"))
          try builder.write(to: path)
          try Data("\(number)".utf8).write(to: URL(filePath: path + ".count"), options: .atomic)
        }
      }
      let pack = try Pack(path: path)
      #expect(try pack.verify().allSatisfy(\.ok))
      let reported = (try? String(contentsOfFile: path + ".count", encoding: .utf8)).flatMap(Int.init)
      guard let reported else { continue }
      let marker = try #require(pack.marker(code: 7).flatMap { Int($0.name) })
      #expect(marker == reported || marker == reported + 1)
    }
  }
}
