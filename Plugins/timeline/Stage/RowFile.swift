import Glibc
import Synchronization

/// A file that whole rows are appended to, beside other sinks and other programs.
///
/// A row is one write in append mode, so that rows of several writers do not mix. Where only its beginning fits (a full
/// disk, a size limit), that is taken back, unless somebody has appended something behind it. Sinks hold an advisory
/// lock (`flock`) meanwhile, so that none of them does.
final class RowFile: Sendable {
  /// Why a row could not be written: an error number.
  struct Failure: Error { var number: Int32 }

  private let descriptor: Int32
  /// Whether it is a regular file, with a place of its own for writing. Standard output is not: others share it.
  private let isRegular: Bool
  /// Set when the sink stops. From then on nobody is waited for longer than `patience`.
  private let isClosing = Mutex(false)
  /// How long a reader that does not read is waited for at the end, and anybody else's lock at any time, ms.
  private static let patience: Int32 = 2000

  /// Opens `path` for appending, making it where it is missing.
  init(path: String) throws(Failure) {
    // Not blocking, so that a named pipe nobody reads stops neither the pipeline's start nor its end.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else { throw Failure(number: errno) }
    var status = stat()
    isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    isRegular = false
  }

  deinit { if descriptor != STDOUT_FILENO { close(descriptor) } }

  static let standardOutput = RowFile(descriptor: STDOUT_FILENO)

  /// Nobody is to be waited for any more.
  func hurry() { isClosing.withLock { $0 = true } }

  /// Writes the whole text or, in a regular file, nothing: half a row would spoil it for every reader.
  func append(_ text: String) throws(Failure) {
    guard isRegular else { return try Self.withoutSignals { () throws(Failure) in try put(text) } }
    lock()
    defer { flock(descriptor, LOCK_UN) }
    try Self.withoutSignals { () throws(Failure) in try put(text) }
  }

  private func put(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    var done = 0
    // Where the row begins in a regular file; append mode leaves the descriptor at the end of what it wrote.
    var start: off_t = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done) }
      // Nothing written is no success, and says no reason.
      let error = written == 0 ? EIO : errno
      if written > 0 {
        if done == 0 { start = lseek(descriptor, 0, SEEK_CUR) - off_t(written) }
        done += written
      } else if error == EAGAIN {
        guard isReady() else { throw Failure(number: EAGAIN) }
      } else if error != EINTR {
        if isRegular, done > 0 { takeBack(from: start, count: done) }
        throw Failure(number: error)
      }
    }
  }

  /// Removes the beginning of a row, where it is in one piece and the last thing in the file.
  private func takeBack(from start: off_t, count: Int) {
    let end = start + off_t(count)
    var status = stat()
    guard lseek(descriptor, 0, SEEK_CUR) == end, fstat(descriptor, &status) == 0, status.st_size == end else { return }
    ftruncate(descriptor, start)
  }

  /// Waits for other sinks, which hold the lock for one row, but not for ever for somebody who keeps it.
  private func lock() {
    var waited: Int32 = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      if waited >= Self.patience || waited > 0 && isClosing.withLock({ $0 }) { return }
      usleep(10_000)
      waited += 10
    }
  }

  /// Waits until more can be written; false when the sink stops meanwhile and still nobody reads.
  private func isReady() -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let isLast = isClosing.withLock { $0 }
      if poll(&poller, 1, Self.patience) != 0 { return true }
      if isLast { return false }
    }
  }

  /// Makes a reader that has gone, and the size limit, errors of `body`. They would be signals that end the program,
  /// and the program is somebody else's.
  private static func withoutSignals(_ body: () throws(Failure) -> Void) throws(Failure) {
    var mask = sigset_t()
    var previous = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGPIPE)
    sigaddset(&mask, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &mask, &previous)
    defer {
      var none = timespec()
      while sigtimedwait(&mask, nil, &none) > 0 {}
      pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
    try body()
  }
}
