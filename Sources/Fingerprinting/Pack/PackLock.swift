internal import Glibc

/// Keeps two programs from editing one pack at the same time and losing each other's additions.
///
/// Hold it from before the pack is opened until after it is written. It is an advisory lock (`flock`) on an empty file
/// PACK.lock beside the pack, which is removed on release; a file left by a killed process hinders nobody. Readers need
/// no lock. Two names of one pack (a symbolic link and its target) share one lock.
public final class PackLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Runs `body` while holding the lock of the pack at `path`.
  ///
  /// Throws as `init`, and what `body` throws.
  public static func withLock<Result>(
    path: String, waiting seconds: Double = 30, _ body: () throws -> Result
  ) throws -> Result {
    let lock = try PackLock(path: path, waiting: seconds)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// Takes the lock of the pack at `path`, which need not exist yet; it is released when the object goes.
  ///
  /// Throws `PackError`: `busy` when another holder kept it for `seconds` (0 = does not wait), `unwritable` when no file
  /// can be made beside the pack.
  public init(path: String, waiting seconds: Double = 30) throws {
    let destination = try PackDestination(path: path)
    let lockPath = destination.target + ".lock"
    var attempts = 0
    while true {
      switch Self.attempt(lockPath) {
      case .locked(let descriptor):
        self.path = lockPath
        self.descriptor = descriptor
        return
      case .gone:
        continue
      case .held:
        guard Double(attempts) * Self.pause < seconds else {
          throw PackError(
            code: .busy, path: path,
            message: "\(path) is being changed by another program; try again when it has finished")
        }
        attempts += 1
        usleep(UInt32(Self.pause * 1_000_000))
      case .failed(let error):
        throw PackError.writing(path, directory: destination.directory, error)
      }
    }
  }

  deinit {
    // Removed while it is still held: who waits for this file sees that it is gone and makes a new one.
    unlink(path)
    close(descriptor)
  }

  /// Seconds between two attempts.
  private static let pause = 0.02

  private enum Attempt {
    case locked(Int32)
    case held
    case gone
    case failed(Int32)
  }

  private static func attempt(_ path: String) -> Attempt {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { return errno == EINTR ? .gone : .failed(errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      close(descriptor)
      return error == EWOULDBLOCK ? .held : error == EINTR ? .gone : .failed(error)
    }
    // The holder before may have removed this very file between the two calls.
    var (own, current) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, lstat(path, &current) == 0, own.st_ino == current.st_ino,
      own.st_dev == current.st_dev
    else {
      close(descriptor)
      return .gone
    }
    return .locked(descriptor)
  }
}
