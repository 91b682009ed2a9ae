import Foundation
import Synchronization

/// Work that may hang in somebody else's library, done on a thread of its own.
final class Waiting<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

  private init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Mutex(continuation) }

  /// The result, or nil when it is not there after so many seconds; the thread is left to itself then.
  static func result(within seconds: Double, of work: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      let waiting = Waiting(continuation)
      Thread.detachNewThread { waiting.resume(with: work()) }
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { waiting.resume(with: nil) }
    }
  }

  /// Whoever comes first.
  private func resume(with value: Value?) {
    let first = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    first?.resume(returning: value)
  }
}
