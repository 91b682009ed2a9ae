internal import Glibc

extension PackError {
  /// The error of a failed attempt to open or read `path`.
  static func reading(_ path: String, _ error: Int32) -> PackError {
    func made(_ code: Code, _ message: String) -> PackError {
      PackError(code: code, path: path, message: message, systemError: error)
    }
    switch error {
    case ENOENT, ENOTDIR:
      return made(.notFound, "there is no pack at \(path); check the path or make one with `earmark pack create`")
    case EACCES, EPERM:
      return made(.unreadable, "\(path) may not be read by this user; give it and its directories read permission")
    case ELOOP:
      return made(.unreadable, "\(path) is a symbolic link that leads in a circle; name the file itself")
    case ENAMETOOLONG:
      return made(.notFound, "\(path) is longer than a path may be; check the path")
    case EMFILE, ENFILE:
      return made(
        .unreadable, "\(path) cannot be opened because too many files are open; close some or raise `ulimit -n`")
    case ENOMEM:
      return made(.unreadable, "\(path) does not fit into memory; open it mapped instead of in memory, or free some")
    default:
      return made(
        .unreadable, "\(path) cannot be read: its disk or file system reports a fault; restore the pack from a copy")
    }
  }

  /// The error of a failed attempt to write a pack to `path`, which stands in `directory`.
  static func writing(_ path: String, directory: String, _ error: Int32) -> PackError {
    func made(_ code: Code, _ message: String) -> PackError {
      PackError(code: code, path: path, message: "\(path) was not written: \(message)", systemError: error)
    }
    switch error {
    case ENOSPC:
      return made(.noSpace, "the disk that holds \(directory) is full; free some space or choose another disk")
    case EDQUOT:
      return made(.noSpace, "this user's quota on the disk that holds \(directory) is used up; free some space")
    case EFBIG:
      return made(.noSpace, "it would exceed the file size limit; raise `ulimit -f` or choose another file system")
    case ENOENT:
      return made(.unwritable, "the directory \(directory) does not exist; make it first")
    case ENOTDIR:
      return made(.unwritable, "\(directory) is not a directory; check the path")
    case EACCES, EPERM:
      return made(
        .unwritable, "this user may not write into \(directory); give write permission or choose another place")
    case EROFS:
      return made(.unwritable, "\(directory) is on a read-only file system; choose another place")
    case ELOOP:
      return made(.unwritable, "it is a symbolic link that leads in a circle; name the file itself")
    case ENAMETOOLONG:
      return made(.unwritable, "its name is too long; choose a shorter one")
    case EMFILE, ENFILE:
      return made(.unwritable, "too many files are open; close some or raise `ulimit -n`")
    default:
      return made(
        .unwritable, "the disk or file system of \(directory) reports a fault; check it or choose another place")
    }
  }

  /// The error of a file that is not what its checksums or its values say.
  static func damaged(_ path: String, _ section: String, _ what: String) -> PackError {
    PackError(
      code: .damaged, path: path,
      message: "\(path) is damaged (\(section): \(what)); restore it from a copy or build it again", section: section)
  }

  /// The error of a file that is no pack at all.
  static func notAPack(_ path: String, _ what: String) -> PackError {
    PackError(code: .notAPack, path: path, message: "\(path) is not a pack: \(what); name an .earpack file")
  }

  /// The error of a file that must not be replaced.
  static func exists(_ path: String) -> PackError {
    PackError(code: .exists, path: path, message: "\(path) is there already; choose another name or allow replacing it")
  }

  /// The error of a value that cannot be stored.
  static func invalid(_ path: String, _ message: String) -> PackError {
    PackError(code: .invalidArgument, path: path, message: message)
  }
}
