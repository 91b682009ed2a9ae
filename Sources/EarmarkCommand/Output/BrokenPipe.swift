import Foundation

/// What happens when the reader of the results has gone (`earmark … | head -1`).
enum BrokenPipe {
  /// Ends the program without a word, as the signal would have.
  static func exit() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
