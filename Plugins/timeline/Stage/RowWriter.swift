import Dispatch
import GStreamerKit
import Glibc
import Synchronization

/// Appends rows to a file or standard output on a worker of its own, so that no streaming thread waits for a disk.
final class RowWriter: Sendable {
  /// The file as people know it.
  private let name: String
  private let file: RowFile
  private let queue = DispatchQueue(label: "earmark.timeline.rows")
  private let hasFailed = Mutex(false)
  private let onError: @Sendable (ElementError) -> Void

  /// Opens `location` for appending, making it where it is missing; `-` is standard output.
  /// - Parameter onError: called once, on the worker, when a row cannot be written.
  /// - Throws: `ElementError` naming the file.
  init(location: String, onError: @escaping @Sendable (ElementError) -> Void) throws(ElementError) {
    self.onError = onError
    name = location == "-" ? "standard output" : location
    do throws(RowFile.Failure) {
      file = try location == "-" ? .standardOutput : RowFile(path: location)
    } catch {
      let reason = error.number == ENXIO ? "nobody reads from this pipe" : Self.text(error.number)
      throw .resource(
        .openWrite, "The timeline cannot be written to \(name): \(reason).", debug: "open failed: \(error.number)")
    }
  }

  /// Takes one line, without its line break. Returns at once.
  func write(_ line: String) {
    queue.async { [self] in
      guard !hasFailed.withLock({ $0 }) else { return }
      do throws(RowFile.Failure) { try file.append(line + "\n") } catch {
        hasFailed.withLock { $0 = true }
        let code: ElementError.Resource = [ENOSPC, EDQUOT, EFBIG].contains(error.number) ? .noSpace : .write
        onError(
          .resource(
            code, "The timeline cannot be written to \(name): \(Self.text(error.number)).",
            debug: "error \(error.number); the rows before are intact; the row that did not fit: \(line)"))
      }
    }
  }

  /// Waits until everything is written. Called once, last.
  func close() {
    file.hurry()
    queue.sync {}
  }

  private static func text(_ error: Int32) -> String {
    switch error {
    case ENOSPC: "no space left on the device"
    case EDQUOT: "this user's quota is used up"
    case EFBIG: "it would exceed the file size limit (see ulimit -f)"
    case EAGAIN: "the other end of the pipe does not read"
    case EPIPE: "its reader has gone"
    case ENOENT, ENOTDIR: "its folder does not exist"
    case EISDIR: "it is a folder"
    case EACCES, EPERM: "this user may not write there"
    case EROFS: "its file system is read-only"
    case EMFILE, ENFILE: "too many files are open"
    default: "its disk or file system reports a fault"
    }
  }
}
