import Foundation
import Glibc
import Testing

@testable import Fingerprinting

@Suite struct PackLockTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.earpack")
  }

  @Test func secondHolderIsRefused() throws {
    let lock = try PackLock(path: path)
    #expect(directory.names == ["a.earpack.lock"])
    let error = #expect(throws: PackError.self) { try PackLock(path: path, waiting: 0) }
    #expect(error?.code == .busy)
    #expect(error?.message.contains(path) == true)
    withExtendedLifetime(lock) {}
  }

  @Test func releaseLeavesNothing() throws {
    for _ in 0..<3 { try PackLock.withLock(path: path, waiting: 0) { #expect(directory.names == ["a.earpack.lock"]) } }
    #expect(directory.names.isEmpty)
  }

  @Test func releasedWhenTheBodyThrows() throws {
    #expect(throws: CocoaError.self) {
      try PackLock.withLock(path: path) { throw CocoaError(.fileNoSuchFile) }
    }
    #expect(directory.names.isEmpty)
  }

  @Test func fileOfAKilledHolderHindersNobody() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let lock = try PackLock(path: path)
      kill(getpid(), SIGKILL)
      withExtendedLifetime(lock) {}
    }
    #expect(directory.names == ["a.earpack.lock"])
    try PackLock.withLock(path: path, waiting: 0) {}
    #expect(directory.names.isEmpty)
  }

  @Test func linkAndTargetShareTheLock() throws {
    symlink(path, directory.file("link"))
    _ = try PackLock.withLock(path: directory.file("link")) {
      #expect(throws: PackError.self) { try PackLock(path: path, waiting: 0) }
    }
  }

  @Test func otherPacksAreFree() throws {
    try PackLock.withLock(path: path) {
      try PackLock.withLock(path: directory.file("b.earpack"), waiting: 0) {}
    }
  }

  @Test func noPlaceForTheLock() throws {
    let missing = #expect(throws: PackError.self) { try PackLock(path: directory.file("no/such/a.earpack")) }
    #expect(missing?.code == .unwritable)
    #expect(#expect(throws: PackError.self) { try PackLock(path: "") }?.code == .invalidArgument)
    #expect(#expect(throws: PackError.self) { try PackLock(path: directory.path) }?.code == .unwritable)
    // Another's link in the place of the lock file is not followed.
    symlink(directory.file("precious"), path + ".lock")
    #expect(throws: PackError.self) { try PackLock(path: path, waiting: 0) }
    #expect(!directory.names.contains("precious"))
  }

  /// Threads of one process exclude one another as processes do: each opens the lock file by itself.
  @Test func nothingAddedIsLost() async throws {
    try PackBuilder().write(to: path)
    let path = path
    await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<5 {
            try PackLock.withLock(path: path) {
              var builder = PackBuilder(contentsOf: try Pack(path: path))
              try builder.add(
                PackMaterial(id: "\(writer)-\(number)"), fingerprint: PackSamples.fingerprint(writer * 5 + number))
              try builder.write(to: path)
            }
          }
        }
      }
    }
    let pack = try Pack(path: path)
    #expect(pack.materials.count == 20)
    #expect(pack.header.generation == 21)
    #expect(try pack.verify().allSatisfy(\.ok))
    #expect(directory.names == ["a.earpack"])
  }

  @Test func twoProcessesLoseNothing() async throws {
    try PackBuilder().write(to: path)
    let path = path
    async let other: Void = {
      _ = await #expect(processExitsWith: .success) { [path = path as String] in
        try PackLockTests.addMaterials("other", to: path)
      }
    }()
    try Self.addMaterials("own", to: path)
    await other
    #expect(try Pack(path: path).materials.count == 16)
  }

  static func addMaterials(_ name: String, to path: String) throws {
    for number in 0..<8 {
      try PackLock.withLock(path: path) {
        var builder = PackBuilder(contentsOf: try Pack(path: path))
        try builder.add(PackMaterial(id: "\(name)-\(number)"), fingerprint: PackSamples.fingerprint(number))
        usleep(2_000)
        try builder.write(to: path)
      }
      usleep(10_000)
    }
  }
}
