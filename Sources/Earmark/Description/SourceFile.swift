import Glibc

/// A description file on disk, read as a whole.
struct SourceFile {
  /// Bytes a file may have.
  static let limit = 1 << 20

  /// Why a file could not be read: one sentence without its name.
  struct Failure: Error {
    let reason: String
    let code: DescriptionError.Code
  }

  let bytes: [UInt8]
  /// The same for every path that leads to the file.
  let identity: Identity

  /// Which file it is, whatever path led there.
  struct Identity: Hashable, Sendable {
    let device: UInt
    let number: UInt
  }

  init(_ path: String) throws(Failure) {
    if path.isEmpty || path.utf8.contains(0) { throw Failure(reason: "there is no such file", code: .unreadable) }
    // Not blocking, so that a named pipe nobody writes into does not stop us.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure(reason: Self.reason(errno), code: .unreadable) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(reason: Self.reason(errno), code: .unreadable) }
    if status.st_mode & S_IFMT == S_IFDIR { throw Failure(reason: "it is a directory", code: .unreadable) }
    identity = Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
        if bytes.count > Self.limit {
          throw Failure(reason: "it is longer than 1 MiB, which no description is", code: .tooLarge)
        }
      } else if count == 0 {
        break
      } else if errno == EAGAIN {
        // A pipe whose writer is not done.
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waited, 1, 10_000) == 0 { throw Failure(reason: "nothing comes out of it", code: .unreadable) }
      } else if errno != EINTR {
        throw Failure(reason: Self.reason(errno), code: .unreadable)
      }
    }
    self.bytes = bytes
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG: "there is no such file"
    case EACCES, EPERM: "permission is denied"
    case EISDIR: "it is a directory"
    default: "it cannot be read"
    }
  }

  /// The scalars of UTF-8 text, and how many of them come before the first that is wrong, if one is.
  /// - Parameter bytes: a byte order mark at the beginning is left out.
  static func decode(_ bytes: some Sequence<UInt8>) -> (scalars: [Unicode.Scalar], isComplete: Bool) {
    var scalars: [Unicode.Scalar] = []
    var codec = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch codec.decode(&iterator) {
      case .scalarValue("\u{FEFF}") where scalars.isEmpty: break
      case .scalarValue("\0"), .error: return (scalars, false)
      case .scalarValue(let scalar): scalars.append(scalar)
      case .emptyInput: return (scalars, true)
      }
    }
  }
}
