import Foundation
import Synchronization

/// What happens when the reader of the results has gone (`earmark … | head -1`).
enum BrokenPipe {
  private static let farewell = Mutex<(@Sendable () -> Void)?>(nil)

  /// Has something done before the program ends: what else it writes is finished.
  static func before(_ action: (@Sendable () -> Void)?) { farewell.withLock { $0 = action } }

  /// Ends the program without a word, as the signal would have.
  static func exit() -> Never {
    farewell.withLock { $0 }?()
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
