import Dispatch
import Synchronization

/// Calls an application's handlers one after the other on its queue, and takes back what has not begun. While a handler
/// blocks, what comes waits here, up to a limit.
final class HandlerQueue: Sendable {
  private enum Call {
    case handler(@Sendable () -> Void)
    /// What somebody waits for: it is called even when the handlers before it are taken back.
    case barrier(@Sendable () -> Void)

    var isHandler: Bool { if case .handler = self { true } else { false } }
    var body: @Sendable () -> Void {
      switch self {
      case .handler(let body), .barrier(let body): body
      }
    }
  }
  private struct State {
    var calls: [Call] = []
    var isRunning = false
    var dropped: UInt64 = 0
    var isClosed = false
    /// Who waits for the handler that is under way.
    var waiters: [DispatchSemaphore] = []
  }
  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let target: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()
  private let limit: Int

  init(target: DispatchQueue, limit: Int) {
    self.target = target
    self.limit = max(1, limit)
    queue = DispatchQueue(label: "earmark.recognizer.handlers", target: target)
    queue.setSpecific(key: key, value: true)
    if !isGlobal { target.setSpecific(key: key, value: true) }
  }

  deinit { if !isGlobal { target.setSpecific(key: key, value: nil) } }

  /// The queues of the system take no marks, and end the program that tries.
  private var isGlobal: Bool { target.label.hasPrefix("com.apple.root.") }

  /// Whether this is the application's queue, where nothing can be waited for.
  var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Calls that were dropped, since too many waited.
  var dropped: UInt64 { state.withLock { $0.dropped } }

  /// Calls a handler later. The oldest of those that wait is dropped when there are too many.
  func add(_ handler: @escaping @Sendable () -> Void) {
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      state.calls.append(.handler(handler))
      if state.calls.count > limit, let oldest = state.calls.firstIndex(where: \.isHandler) {
        // Its turn on the queue finds nothing to do, or does the next.
        state.calls.remove(at: oldest)
        state.dropped += 1
      }
      return true
    }
    if isTaken { queue.async { self.next() } }
  }

  /// Calls `body` once all handlers that were added before are through: at once where there are none.
  func whenThrough(_ body: @escaping @Sendable () -> Void) {
    let isThrough = state.withLock { state in
      if state.calls.isEmpty, !state.isRunning { return true }
      state.calls.append(.barrier(body))
      return false
    }
    isThrough ? body() : queue.async { self.next() }
  }

  /// Takes back what has not begun. Returns what those who wait are to be told, outside all locks.
  func discard() -> [@Sendable () -> Void] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls.filter { !$0.isHandler }.map(\.body)
    }
  }

  /// The same, and takes nothing more.
  func close() -> [@Sendable () -> Void] {
    state.withLock { $0.isClosed = true }
    return discard()
  }

  /// Waits for the handler that is under way, for so long at most. Not for the application's queue.
  func settle(patience: DispatchTimeInterval) {
    let waiter = state.withLock { state -> DispatchSemaphore? in
      guard state.isRunning else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      state.waiters.append(waiter)
      return waiter
    }
    _ = waiter?.wait(timeout: .now() + patience)
  }

  private func next() {
    let call = state.withLock { state -> Call? in
      guard !state.calls.isEmpty else { return nil }
      state.isRunning = true
      return state.calls.removeFirst()
    }
    guard let call else { return }
    call.body()
    let waiters = state.withLock { state in
      state.isRunning = false
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.signal() }
  }
}
