import CGStreamer
import Synchronization

/// Whether a pipeline has been started and stopped, and who waits for that.
final class Phase: Sendable {
  private enum Step { case idle, running, stopping }
  private struct State {
    var step = Step.idle
    var waiters: [@Sendable () -> Void] = []
  }
  private let state = Mutex(State())
  private let signal = Signal()

  /// Waits for a stop that is under way.
  func beginPlay() {
    signal.wait { [self] in
      state.withLock { state in
        if state.step == .stopping { return false }
        state.step = .running
        return true
      }
    }
  }

  /// Runs `body` where nothing has been started.
  func ifIdle(_ body: () -> Void) {
    if state.withLock({ $0.step == .idle }) { body() }
  }

  /// True for the one caller who is to stop it.
  func beginStop() -> Bool {
    state.withLock { state in
      guard state.step == .running else { return false }
      state.step = .stopping
      return true
    }
  }

  func endStop() {
    let waiters = state.withLock { state in
      state.step = .idle
      defer { state.waiters = [] }
      return state.waiters
    }
    signal.broadcast()
    for waiter in waiters { waiter() }
  }

  func waitUntilStopped() {
    signal.wait { [self] in state.withLock { $0.step == .idle } }
  }

  /// Waits until it is not being stopped.
  func settled() async {
    await withCheckedContinuation { continuation in whenSettled { continuation.resume() } }
  }

  /// Calls `body` when it is not being stopped, at once or on the thread that stops it.
  func whenSettled(_ body: @escaping @Sendable () -> Void) {
    let isSettled = state.withLock { state in
      if state.step != .stopping { return true }
      state.waiters.append(body)
      return false
    }
    if isSettled { body() }
  }

  /// A condition variable.
  private final class Signal: @unchecked Sendable {  // GLib's primitives lock themselves, at one address
    private let lock = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<GCond>.allocate(capacity: 1)
    init() {
      g_mutex_init(lock)
      g_cond_init(condition)
    }
    deinit {
      g_mutex_clear(lock)
      g_cond_clear(condition)
      lock.deallocate()
      condition.deallocate()
    }
    func broadcast() {
      g_mutex_lock(lock)
      g_cond_broadcast(condition)
      g_mutex_unlock(lock)
    }
    func wait(until isDone: () -> Bool) {
      g_mutex_lock(lock)
      while !isDone() { g_cond_wait(condition, lock) }
      g_mutex_unlock(lock)
    }
  }
}
