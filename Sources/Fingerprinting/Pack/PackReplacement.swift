internal import Glibc

/// A whole pack on its way to disk: a file beside its destination that takes the destination's place in one step, or none.
///
/// Whatever fails, the file that was there stays as it was and the new one is removed. A process killed on the way leaves
/// a file NAME.tmp-XXXXXXXX, which the next writer of the pack clears away.
final class PackReplacement {
  private let destination: PackDestination
  private let system: PackSystemCalls
  private let temporary: String
  private let descriptor: Int32
  private var isPublished = false
  let output: PackOutput

  /// Makes the temporary file; the caller begins with the header's room.
  init(_ destination: PackDestination, system: PackSystemCalls) throws(PackError) {
    self.destination = destination
    self.system = system
    PackLeftovers.remove(of: destination)
    // A long name is cut so that the longer one is still a file name.
    let stem = String(decoding: destination.name.utf8.prefix(200), as: UTF8.self)
    var opened: (path: String, descriptor: Int32)?
    var failure: Int32 = EEXIST
    for _ in 0..<100 where opened == nil && (failure == EEXIST || failure == EINTR) {
      let digits = String(UInt32.random(in: 0...UInt32.max), radix: 16)
      let path = "\(destination.directory)/\(stem).tmp-\(String(repeating: "0", count: 8 - digits.count))\(digits)"
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { opened = (path, descriptor) } else { failure = errno }
    }
    guard let opened else { throw .writing(destination.path, directory: destination.directory, failure) }
    (temporary, descriptor) = opened
    // Tells others that somebody is writing; where locks do not work the file is only not cleared away after a crash.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    if let existing = destination.existing {
      // Owner and mode stay where this user may set them; the mode last, a change of owner can take bits from it.
      _ = fchown(descriptor, existing.st_uid, existing.st_gid)
      _ = fchmod(descriptor, existing.st_mode & 0o777)
    }
    output = PackOutput(destination, descriptor, size: 0, segment: 0, system: system)
  }

  deinit {
    if !isPublished { unlink(temporary) }
    close(descriptor)
  }

  /// Puts `front` at the start of the file, makes sure that all of it is on disk, and puts the file in its place.
  func publish(front: [UInt8], replacing: Bool) throws(PackError) {
    try output.overwrite(front, at: 0)
    try output.synchronise()
    if replacing {
      guard system.rename(temporary, destination.target) == 0 else { throw failure(errno) }
    } else {
      guard link(temporary, destination.target) == 0 else {
        throw errno == EEXIST ? .exists(destination.path) : failure(errno)
      }
      unlink(temporary)
    }
    isPublished = true
    // A directory that cannot be opened or synchronised is no reason to fail: the pack is in its place.
    let directory = open(destination.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    _ = system.fsync(directory)
    close(directory)
  }

  private func failure(_ error: Int32) -> PackError {
    .writing(destination.path, directory: destination.directory, error)
  }
}
