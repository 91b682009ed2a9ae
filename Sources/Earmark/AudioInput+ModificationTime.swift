import Glibc
import Media
import Recognition

extension AudioInput {
  /// When a file was last changed; nil for what is no file.
  var modificationTime: Timestamp? {
    var status = stat()
    guard case .file(let path) = self, stat(path, &status) == 0 else { return nil }
    return Timestamp(
      millisecondsSinceEpoch: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000)
  }
}
