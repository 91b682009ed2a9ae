import Foundation

/// Runs something that waits on a thread of its own: tests share few threads, and these here do little but wait.
func elsewhere<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
