import Foundation

/// What happens when the reader of the results has gone (`earmark … | head -1`).
enum BrokenPipe {
  /// Makes writes fail instead of killing the process, so that only standard output ends it.
  static func ignore() { signal(SIGPIPE, SIG_IGN) }

  /// Ends the program without a word, as the signal would have.
  static func exit() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
