import Dispatch
import Foundation

/// The end of what plays, which need not come: a source or a stage may hang in somebody else's library. Nobody waits for
/// it longer than `patience`.
enum Stopping {
  /// Seconds.
  static let patience = 15.0

  /// Has `giveUp` called when the time for an end that has been asked for is over. Returns at once.
  static func expect(within patience: Double = patience, giveUp: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: giveUp)
  }

  /// Waits until `work` is done, or the time is over.
  /// - Returns: whether it is done.
  @discardableResult
  static func wait(within patience: Double = patience, for work: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    // A thread of its own: the others may all be needed for the end.
    Thread.detachNewThread {
      work()
      done.signal()
    }
    return done.wait(timeout: .now() + patience) == .success
  }
}
