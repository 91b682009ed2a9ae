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
    descriptor = open(location, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
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
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&poller, 1, -1)
      }
    }
    return nil
  }

  private static func text(_ error: Int32) -> String {
    error == ENOSPC ? "no space left on the device" : String(cString: strerror(error))
  }
}
