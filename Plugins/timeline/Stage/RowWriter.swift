import Dispatch
import GStreamerKit
import Glibc
import Synchronization

/// Appends rows to a file or standard output on a worker of its own, so that no streaming thread waits for a disk.
final class RowWriter: Sendable {
  private let location: String
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "earmark.timeline.rows")
  private let hasFailed = Mutex(false)
  /// Set when the sink stops: a reader that does not read is waited for no longer than `patience`.
  private let isClosing = Mutex(false)
  private static let patience: Int32 = 2000
  private let onError: @Sendable (ElementError) -> Void

  /// Opens `location` for appending, making it where it is missing; `-` is standard output.
  /// - Parameter onError: called once, on the worker, when a row cannot be written.
  /// - Throws: `ElementError` naming the file.
  init(location: String, onError: @escaping @Sendable (ElementError) -> Void) throws(ElementError) {
    self.location = location
    self.onError = onError
    guard location != "-" else {
      descriptor = STDOUT_FILENO
      return
    }
    // Not blocking, so that a named pipe nobody reads stops neither the pipeline's start nor its end.
    descriptor = open(location, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else {
      if errno == ENXIO {
        throw .resource(
          .openWrite, "The timeline cannot be written to \(location): nobody reads from this pipe.",
          debug: "open failed")
      }
      throw .resource(
        .openWrite, "The timeline cannot be written to \(location): \(Self.text(errno)).", debug: "open failed")
    }
  }

  /// Takes one line, without its line break. Returns at once.
  func write(_ line: String) {
    queue.async { [self] in
      guard !hasFailed.withLock({ $0 }) else { return }
      if let error = append(line + "\n") {
        hasFailed.withLock { $0 = true }
        let code: ElementError.Resource = error == ENOSPC || error == EDQUOT || error == EFBIG ? .noSpace : .write
        onError(
          .resource(
            code, "The timeline cannot be written to \(location): \(Self.text(error)).",
            debug: "the rows before are intact; the row that did not fit: \(line)"))
      }
    }
  }

  /// Waits until everything is written, then closes the file. Called once.
  func close() {
    isClosing.withLock { $0 = true }
    queue.sync {}
    if descriptor != STDOUT_FILENO { Glibc.close(descriptor) }
  }

  /// Writes the whole text or nothing: half a row would spoil the file for every reader.
  /// - Returns: the error number, nil when it is written.
  private func append(_ text: String) -> Int32? {
    let size = lseek(descriptor, 0, SEEK_END)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR && errno != EAGAIN {
        let error = errno
        if size >= 0 { ftruncate(descriptor, size) }
        return error
      } else if errno == EAGAIN {
        guard isReady() else { return EAGAIN }
      }
    }
    return nil
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

  private static func text(_ error: Int32) -> String {
    switch error {
    case ENOSPC: "no space left on the device"
    case EAGAIN: "the other end of the pipe does not read"
    default: String(cString: strerror(error))
    }
  }
}
