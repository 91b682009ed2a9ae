import Foundation
import Glibc
import Synchronization
import Testing

@testable import Fingerprinting

/// A writer that is killed leaves the old pack or the new one.
@Suite(.serialized) struct PackKillTests {
  @Test(arguments: [1, 3, 7, 13, 20, 29, 40, 61, 90, 125]) func killedWriter(after milliseconds: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.earpack")
    try PackSamples.builder().write(to: path)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = milliseconds as Int] in
      let landmarks = PackSamples.fingerprint(1, duration: 1_000, landmarks: 5_000)
      Thread.detachNewThread {
        usleep(UInt32(delay) * 1_000)
        kill(getpid(), SIGKILL)
      }
      for number in 0... {
        var builder = PackBuilder()
        for copy in 0...(number % 3) { try builder.add(PackMaterial(id: "\(copy)"), fingerprint: landmarks) }
        try builder.setMarker(PackMarker(code: UInt32(builder.count), id: "count", name: "count"))
        try builder.write(to: path)
      }
    }
    try expectWholePack(path)
  }

  /// Killed just before each of the calls that put a pack on disk: writes, synchronisations, the renaming.
  @Test(arguments: 0..<8) func killedBeforeCall(number: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.earpack")
    try PackSamples.builder().write(to: path)
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
        rename: { old, new in
          count()
          return real.rename(old, new)
        })
      var builder = PackBuilder()
      try builder.add(PackMaterial(id: "0"), fingerprint: PackSamples.fingerprint(1, duration: 1_000, landmarks: 5_000))
      try builder.setMarker(PackMarker(code: 1, id: "count", name: "count"))
      try builder.write(to: path, replacing: true, at: PackSamples.time, system: system)
      // The last numbers are for more calls than there are.
      kill(getpid(), SIGKILL)
    }
    try expectWholePack(path)
  }

  private func expectWholePack(_ path: String) throws {
    let pack = try Pack(path: path)
    #expect(try pack.verify().allSatisfy(\.ok))
    #expect(pack.materials.first?.id == "spot-1" || pack.marker(code: UInt32(pack.materials.count)) != nil)
  }
}
