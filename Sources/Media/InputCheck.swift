import Glibc

/// Looks at an input before a pipeline does, since the file system gives the clearer reasons.
enum InputCheck {
  /// How a pipeline is to read an input.
  enum Access: Equatable {
    case path(String)
    case uri(String)
    /// An open descriptor; whether it is ours to close.
    case descriptor(Int32, isOwned: Bool)
  }

  static func access(to input: AudioInput) throws(DecodeError) -> Access {
    switch input {
    case .uri(let uri): return .uri(uri)
    case .standardInput:
      if fcntl(0, F_GETFD) < 0 { throw DecodeError(.unreadable, "standard input is closed") }
      return .descriptor(0, isOwned: false)
    case .file(let path): return try file(path)
    }
  }

  private static func file(_ path: String) throws(DecodeError) -> Access {
    if path.isEmpty { throw DecodeError(.notFound, "the name of an input is empty") }
    if path.utf8.contains(0) { throw DecodeError(.notFound, "the name of an input has a zero byte in it") }
    // Not blocking, so that a named pipe without a writer does not stop us here.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw error(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw error(path, number)
    }
    let kind = status.st_mode & S_IFMT
    // A pipe, also one the shell made for <(command), is read through the descriptor that is open already.
    if kind == S_IFIFO || kind == S_IFCHR { return .descriptor(descriptor, isOwned: true) }
    close(descriptor)
    if kind == S_IFDIR { throw DecodeError(.directory, "\"\(path)\" is a directory, not a file") }
    if kind == S_IFREG, status.st_size == 0 { throw DecodeError(.empty, "\"\(path)\" is empty") }
    return .path(path)
  }

  private static func error(_ path: String, _ number: Int32) -> DecodeError {
    switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG: DecodeError(.notFound, "there is no file \"\(path)\"")
    case EACCES, EPERM: DecodeError(.unreadable, "\"\(path)\" cannot be read: permission is denied")
    case ENXIO: DecodeError(.unreadable, "\"\(path)\" cannot be read: it is no file")
    default: DecodeError(.unreadable, "\"\(path)\" cannot be read")
    }
  }
}
