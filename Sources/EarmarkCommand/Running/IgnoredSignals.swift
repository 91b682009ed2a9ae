import Foundation

/// Signals that would end the program in the middle of a write, which fails with an error instead.
enum IgnoredSignals {
  /// Of a reader that has gone, and of a file that has reached the limit of its size.
  static func ignore() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
