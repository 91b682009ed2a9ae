internal import Glibc

/// Temporary files that writers killed on the way left beside a pack.
enum PackLeftovers {
  /// Younger files are left alone: their writer may not have locked them yet.
  private static let minimumAge = 60

  /// Removes the leftovers of a pack that no living writer holds. Failing to is no failure.
  static func remove(of destination: PackDestination) {
    let start = Array("\(String(decoding: destination.name.utf8.prefix(200), as: UTF8.self)).tmp-".utf8)
    guard let listing = opendir(destination.directory) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.starts(with: start), name.count == start.count + 8,
        name[start.count...].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else { continue }
      remove("\(destination.directory)/\(String(decoding: name, as: UTF8.self))")
    }
  }

  private static func remove(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mtim.tv_sec < Glibc.time(nil) - minimumAge, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }
}
