internal import Glibc

/// The bytes of an open pack file.
///
/// Tables and checks read through the file descriptor, where a file that was cut in place gives a short read and not a
/// signal; the big sections are used through `mapped`.
struct PackSource: Sendable {
  /// The file as the caller named it.
  let path: String
  /// How much of the file counts: all there is at first, then what the header says. What stands behind it was left by a
  /// writer that was stopped, or is being written.
  private(set) var size: Int
  private let file: PackDescriptor
  /// The file's status when it was opened.
  let identity: Identity
  /// When the file was last changed before it was opened, ns.
  let modified: Int64

  /// What tells two files apart.
  struct Identity: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// Opens `path`, which must be a regular file.
  init(path: String) throws(PackError) {
    if path.isEmpty { throw .invalid(path, "the path of a pack must not be empty") }
    if path.utf8.contains(0) { throw .invalid(path, "the path of a pack must not have NUL characters") }
    // Looked at before it is opened: opening a device can have effects, opening a FIFO can wait for ever.
    var status = stat()
    guard stat(path, &status) == 0 else { throw .reading(path, errno) }
    try Self.checkKind(status, path)
    var descriptor: Int32
    repeat {
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .reading(path, errno) }
    do throws(PackError) {
      guard fstat(descriptor, &status) == 0 else { throw PackError.reading(path, errno) }
      try Self.checkKind(status, path)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    file = PackDescriptor(descriptor)
    size = Int(status.st_size)
    identity = Identity(status)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// The file's length now.
  func currentSize() throws(PackError) -> Int {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .reading(path, errno) }
    return Int(status.st_size)
  }

  /// The same file, of which only so many bytes count.
  func limited(to size: Int) -> PackSource {
    var limited = self
    limited.size = size
    return limited
  }

  /// A private copy of a range of the file, which the caller has checked to lie within `size` and to be small.
  func bytes(_ range: Range<Int>) throws(PackError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    try bytes.withMutableBytes { buffer throws(PackError) in
      try read(into: buffer, at: range.lowerBound)
    }
    return bytes
  }

  /// Fills `buffer` with the file's bytes from `offset`.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(PackError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(file.number, rest.baseAddress, rest.count, offset + done)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw .reading(path, errno) }
      if count == 0 {
        throw PackError(
          code: .truncated, path: path, message: "\(path) was cut off while in use; restore it from a copy")
      }
      done += count
    }
  }

  /// The whole file, mapped, or read into memory when `copying` or when its file system cannot map.
  func map(copying: Bool) throws(PackError) -> PackMapping {
    if !copying, let mapping = PackMapping(file: file.number, size: size) { return mapping }
    guard let mapping = PackMapping(memory: size) else { throw .reading(path, ENOMEM) }
    try mapping.fill { buffer throws(PackError) in try read(into: buffer, at: 0) }
    return mapping
  }

  private static func checkKind(_ status: stat, _ path: String) throws(PackError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .notAPack(path, "it is a directory")
    default: throw .notAPack(path, "it is a device, a pipe or a socket")
    }
  }
}
