import Dispatch
import Earmark
import Synchronization
import Testing

/// What handlers were called with, in order.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  func add(_ element: Element) { elements.withLock { $0.append(element) } }

  /// Waits until it is so; a failure of the test after a time that only a hang takes.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: ([Element]) -> Bool
  ) async throws {
    try await waitUntil(sourceLocation: sourceLocation) { isDone(all) }
  }
}

/// Waits until it is so; a failure of the test after a time that only a hang takes.
func waitUntil(
  sourceLocation: SourceLocation = #_sourceLocation, _ isDone: () -> Bool
) async throws {
  for _ in 0..<6000 {
    if isDone() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("waited in vain", sourceLocation: sourceLocation)
  throw CancellationError()
}

extension Recognizer.State {
  /// `starting`, `running`, `recovering CODE`, `stopped`, `stopped CODE`.
  var word: String {
    switch self {
    case .starting: "starting"
    case .running: "running"
    case .recovering(let error, _): "recovering \(error.code)"
    case .stopped(let error): error.map { "stopped \($0.code)" } ?? "stopped"
    }
  }
}

extension Recognizer.Configuration {
  /// Handlers on a queue of their own.
  static func quiet(_ change: (inout Recognizer.Configuration) -> Void = { _ in }) -> Recognizer.Configuration {
    var configuration = Recognizer.Configuration()
    configuration.queue = DispatchQueue(label: "earmark.test.handlers")
    change(&configuration)
    return configuration
  }
}
