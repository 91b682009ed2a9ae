internal import Glibc

/// Where a pack is written: the path with symbolic links followed, so that a link to a pack stays a link, and the state
/// of the file that is there already.
struct PackDestination {
  /// The path as the caller named it, for messages.
  let path: String
  /// The file that is replaced or made.
  let target: String
  /// The status of the file that is there, nil when there is none.
  let existing: stat?

  /// The directory the file is in.
  var directory: String { Self.directory(of: target) }
  /// The file's name in its directory.
  var name: String { target.lastIndex(of: "/").map { String(target[target.index(after: $0)...]) } ?? target }

  /// Follows links and looks at what is there.
  ///
  /// Throws `invalidArgument` for a path that cannot name a file, `unwritable` for a directory, device or pipe.
  init(path: String) throws(PackError) {
    if path.isEmpty || path.utf8.contains(0) || path.hasSuffix("/") {
      throw .invalid(path, "the path \"\(path)\" of a pack must name a file")
    }
    var target = path
    var status = stat()
    var links = 0
    while true {
      guard lstat(target, &status) == 0 else {
        guard errno == ENOENT else { throw .writing(path, directory: Self.directory(of: target), errno) }
        self.init(path: path, target: target, existing: nil)
        return
      }
      guard status.st_mode & S_IFMT == S_IFLNK else { break }
      links += 1
      if links > 40 { throw .writing(path, directory: Self.directory(of: target), ELOOP) }
      guard let link = Self.link(at: target) else {
        throw .writing(path, directory: Self.directory(of: target), errno)
      }
      target = link.hasPrefix("/") ? link : Self.directory(of: target) + "/" + link
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw PackError(
        code: .unwritable, path: path,
        message: "\(path) was not written: a directory, device or pipe of that name is in the way; choose another name")
    }
    self.init(path: path, target: target, existing: status)
  }

  private init(path: String, target: String, existing: stat?) {
    self.path = path
    self.target = target
    self.existing = existing
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func link(at path: String) -> String? {
    let room = Int(PATH_MAX)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, room)
      guard count >= 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }
}
