import Dispatch
import Synchronization

/// Work on many things at once.
enum Parallel {
  private final class Shared<Result: Sendable>: Sendable {
    struct State {
      var next = 0
      var results: [Result?]
      var error: (any Error)?
    }
    let state: Mutex<State>

    init(count: Int) { state = Mutex(State(results: Array(repeating: nil, count: count))) }
  }

  /// The results in the order of the items, from `jobs` threads that take one item after the other; throws the first error.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], jobs: Int, _ body: @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    let shared = Shared<Result>(count: items.count)
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, items.count))) { _ in
      while true {
        let place = shared.state.withLock { state -> Int? in
          guard state.error == nil, state.next < items.count else { return nil }
          state.next += 1
          return state.next - 1
        }
        guard let place else { return }
        do {
          let result = try body(items[place])
          shared.state.withLock { $0.results[place] = result }
        } catch {
          shared.state.withLock { $0.error = $0.error ?? error }
        }
      }
    }
    return try shared.state.withLock { state in
      if let error = state.error { throw error }
      return state.results.compactMap { $0 }
    }
  }
}
