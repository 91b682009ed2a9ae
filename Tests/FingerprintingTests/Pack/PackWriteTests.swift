import Foundation
import Glibc
import Synchronization
import Testing

@testable import Fingerprinting

/// Writing takes the old pack's place or changes nothing.
@Suite struct PackWriteTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.earpack")
  }

  /// Tries to replace a pack by way of `system`; whatever happens the old one must be there and nothing else.
  func failure(_ system: PackSystemCalls, sourceLocation: SourceLocation = #_sourceLocation) throws -> PackError? {
    try PackSamples.builder().write(to: path, at: PackSamples.time)
    let before = try directory.bytes("a.earpack")
    let builder = try largerBuilder()
    let error = #expect(throws: PackError.self, sourceLocation: sourceLocation) {
      try builder.write(to: path, replacing: true, at: PackSamples.time, system: system)
    }
    #expect(try directory.bytes("a.earpack") == before, sourceLocation: sourceLocation)
    #expect(directory.names == ["a.earpack"], sourceLocation: sourceLocation)
    #expect(error?.message.contains(path) == true, sourceLocation: sourceLocation)
    #expect(error?.path == path, sourceLocation: sourceLocation)
    return error
  }

  func largerBuilder() throws -> PackBuilder {
    var builder = try PackSamples.builder()
    for number in 0..<4 {
      try builder.add(
        PackMaterial(id: "large-\(number)"),
        fingerprint: PackSamples.fingerprint(number, duration: 3_500, landmarks: 25_000))
    }
    return builder
  }

  @Test(arguments: [0, 1, 3]) func fullDisk(after writes: Int) throws {
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

  @Test(arguments: [
    (EFBIG, PackError.Code.noSpace), (EDQUOT, .noSpace), (EIO, .unwritable), (EROFS, .unwritable), (EPERM, .unwritable),
    (9_999, .unwritable),
  ]) func otherErrorsOfWriting(error: Int32, code: PackError.Code) throws {
    var system = PackSystemCalls()
    system.write = { _, _, _ in
      errno = error
      return -1
    }
    let failure = try failure(system)
    #expect(failure?.code == code)
    #expect(failure?.systemError == error)
  }

  @Test func writeThatTakesNothing() throws {
    var system = PackSystemCalls()
    system.write = { _, _, _ in 0 }
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

  @Test func renamingFails() throws {
    var system = PackSystemCalls()
    system.rename = { _, _ in
      errno = EACCES
      return -1
    }
    #expect(try failure(system)?.code == .unwritable)
  }

  @Test func interruptedAndShortWritesGoOn() throws {
    let count = Atomic(0)
    var system = PackSystemCalls()
    system.write = { descriptor, bytes, length in
      switch count.add(1, ordering: .relaxed).oldValue % 3 {
      case 0:
        errno = EINTR
        return -1
      case 1: return Glibc.write(descriptor, bytes, max(1, length / 2))
      default: return Glibc.write(descriptor, bytes, length)
      }
    }
    system.fsync = { descriptor in
      if count.add(1, ordering: .relaxed).oldValue % 2 == 0 { return Glibc.fsync(descriptor) }
      errno = EINTR
      return -1
    }
    try largerBuilder().write(to: path, replacing: true, at: PackSamples.time, system: system)
    let broken = try directory.bytes("a.earpack")
    try largerBuilder().write(to: path, at: PackSamples.time)
    #expect(try directory.bytes("a.earpack") == broken)
  }

  @Test func fileSizeLimit() async throws {
    try PackSamples.builder().write(to: path, at: PackSamples.time)
    let before = try directory.bytes("a.earpack")
    // In a process of its own: the limit cannot be taken back.
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
      var builder = PackBuilder()
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
    #expect(directory.names == ["a.earpack"])
  }

  @Test func placesThatCannotBe() throws {
    try directory.put([1, 2, 3], "file")
    let builder = try PackSamples.builder()
    func code(_ path: String) -> PackError.Code? {
      #expect(throws: PackError.self) { try builder.write(to: path) }?.code
    }
    #expect(code(directory.file("no/such/a.earpack")) == .unwritable)
    #expect(code(directory.file("file/a.earpack")) == .unwritable)
    #expect(code(directory.path) == .unwritable)
    #expect(code("/dev/null") == .unwritable)
    #expect(code("/proc/a.earpack") == .unwritable)
    #expect(code(directory.file(String(repeating: "x", count: 256))) == .unwritable)
    #expect(code("") == .invalidArgument)
    #expect(code("a\0b") == .invalidArgument)
    #expect(code(directory.path + "/") == .invalidArgument)
    symlink(directory.file("b"), directory.file("a"))
    symlink(directory.file("a"), directory.file("b"))
    #expect(code(directory.file("a")) == .unwritable)
    #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
    #expect(code(directory.file("pipe")) == .unwritable)
    #expect(directory.names == ["a", "b", "file", "pipe"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere")) func directoryWithoutPermission() throws {
    try PackSamples.builder().write(to: path, at: PackSamples.time)
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    let error = #expect(throws: PackError.self) { try PackBuilder().write(to: path) }
    #expect(error?.code == .unwritable)
    #expect(try Pack(path: path).materials.count == 3)
  }

  @Test func longestName() throws {
    let name = String(repeating: "é", count: 127)
    try PackSamples.builder().write(to: directory.file(name))
    #expect(directory.names == [name])
  }

  @Test func notReplacing() throws {
    try PackSamples.builder().write(to: path, replacing: false)
    let before = try directory.bytes("a.earpack")
    let error = #expect(throws: PackError.self) { try PackBuilder().write(to: path, replacing: false) }
    #expect(error?.code == .exists)
    #expect(try directory.bytes("a.earpack") == before)
    #expect(directory.names == ["a.earpack"])
  }

  @Test func modeStays() throws {
    try PackSamples.builder().write(to: path)
    chmod(path, 0o640)
    try PackBuilder().write(to: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func relativeLinksStayLinks() throws {
    try FileManager.default.createDirectory(atPath: directory.file("real"), withIntermediateDirectories: false)
    symlink("real/target", directory.file("second"))
    symlink(directory.file("second"), path)
    // Through a link whose target is not there yet, then through one to a pack.
    try PackSamples.builder().write(to: path)
    var builder = PackBuilder(contentsOf: try Pack(path: path))
    builder.remove(id: "silence")
    try builder.write(to: path)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == directory.file("second"))
    #expect(try Pack(path: directory.file("real/target")).materials.count == 2)
    #expect(directory.names == ["a.earpack", "real", "second"])
  }

  @Test func leftoversOfKilledWritersAreCleared() throws {
    let old = Date(timeIntervalSinceNow: -3_600)
    for name in ["a.earpack.tmp-0123abcd", "b.earpack.tmp-0123abcd", "a.earpack.tmp-notes", "a.earpack.tmp-0000000f"] {
      try directory.put([1], name)
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: directory.file(name))
    }
    try directory.put([1], "a.earpack.tmp-ffffffff")  // young: its writer may be at work
    let held = open(directory.file("a.earpack.tmp-0000000f"), O_RDONLY)
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)
    try PackBuilder().write(to: path)
    #expect(
      directory.names == [
        "a.earpack", "a.earpack.tmp-0000000f", "a.earpack.tmp-ffffffff", "a.earpack.tmp-notes",
        "b.earpack.tmp-0123abcd",
      ])
  }

  @Test func indexTooLong() throws {
    var builder = PackBuilder()
    let empty = PackSamples.fingerprint(1, landmarks: 0)
    for number in 0..<20 {
      try builder.add(
        PackMaterial(id: "\(number)"), fingerprint: try Fingerprint(duration: 1_000_000, peaks: empty.peaks))
    }
    let error = #expect(throws: PackError.self) { try builder.write(to: path) }
    #expect(error?.code == .invalidArgument)
    #expect(directory.names.isEmpty)
  }
}
