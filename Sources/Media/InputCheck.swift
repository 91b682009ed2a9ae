import Glibc

/// Looks at an input before a pipeline does, since the file system gives the clearer reasons.
enum InputCheck {
  /// How a pipeline is to read an input.
  enum Access: Sendable {
    case path(String)
    case uri(String)
    /// A file whose first bytes say that it is AIFF.
    case aiff(String)
    /// An open descriptor, and what closes it.
    case descriptor(Int32, OwnedDescriptor?)
  }

  static func access(to input: AudioInput) throws(DecodeError) -> Access {
    switch input {
    case .uri(let uri):
      if !namesItsPlace(uri) { throw DecodeError(.notFound, "the address \"\(uri)\" names no server and no file") }
      return .uri(uri)
    case .standardInput:
      let flags = fcntl(0, F_GETFL)
      if flags < 0 || flags & O_ACCMODE == O_WRONLY { throw DecodeError(.unreadable, "standard input is closed") }
      if isatty(0) == 1 { throw DecodeError(.unreadable, "standard input is a terminal; pipe a recording into it") }
      return .descriptor(0, nil)
    case .file(let path): return try file(path)
    }
  }

  /// Whether an address goes on behind its scheme; a source for http:// alone warns on and on.
  private static func namesItsPlace(_ uri: String) -> Bool {
    guard let colon = uri.firstRange(of: "://") else { return true }
    let place = uri[colon.upperBound...]
    if uri.lowercased().hasPrefix("file:") { return place.hasPrefix("/") && !place.contains("%00") }
    return !place.isEmpty && !"/?#".contains(place[place.startIndex])
  }

  private static func file(_ path: String) throws(DecodeError) -> Access {
    if path.isEmpty { throw DecodeError(.notFound, "the name of an input is empty") }
    if path.utf8.contains(0) { throw DecodeError(.notFound, "the name of an input has a zero byte in it") }
    // Not blocking, so that a named pipe without a writer does not stop us here.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw error(path, errno) }
    let owned = OwnedDescriptor(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(path, errno) }
    let kind = status.st_mode & S_IFMT
    // A pipe, also one the shell made for <(command), is read through the descriptor that is open already.
    if kind == S_IFIFO || kind == S_IFCHR { return .descriptor(descriptor, owned) }
    if kind == S_IFDIR { throw DecodeError(.directory, "\"\(path)\" is a directory, not a file") }
    if kind == S_IFREG, status.st_size == 0 { throw DecodeError(.empty, "\"\(path)\" is empty") }
    return isAIFF(descriptor) ? .aiff(path) : .path(path)
  }

  /// Whether a file begins like AIFF or AIFC: `FORM`, four bytes of length, the type.
  private static func isAIFF(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 12)
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return false }
    return bytes.prefix(4).elementsEqual("FORM".utf8)
      && (bytes.dropFirst(8).elementsEqual("AIFF".utf8) || bytes.dropFirst(8).elementsEqual("AIFC".utf8))
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
