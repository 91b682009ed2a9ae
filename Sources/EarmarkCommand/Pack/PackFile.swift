import Foundation

/// What the file system says about a pack that is to be made.
enum PackFile {
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func refusal(_ path: String) -> CommandFailure {
    CommandFailure(.usage, "\"\(path)\" exists already; --force replaces it")
  }
}
