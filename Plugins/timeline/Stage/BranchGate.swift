import GStreamerKit
import Glibc
import Synchronization

/// What both ends of a recogniser's branch and whoever stops it have to agree upon. Any thread may use it; nothing waits.
final class BranchGate: Sendable {
  /// What has become of the audio that waits for the stages.
  enum Backlog: Equatable {
    /// The stages do not keep up: audio is thrown away from now on.
    case dropping
    /// They have caught up; so much was thrown away, ns.
    case caughtUp(UInt64)
  }

  /// Buffers that wait at most this long, ns, mean that the stages have caught up.
  private static let relief: UInt64 = 5_000_000_000

  fileprivate struct State {
    var isAdmitting = true
    var isRelaying = true
    var format: AudioFormat?
    var ledger = DropLedger()
    /// What had been dropped when the present episode began.
    var episode: UInt64?
    /// A flush has passed whose segment has not come yet.
    var awaitsSegment = false
    /// The first segment after a flush that the stages have not heard of.
    var flush: Event?
    var relays: [pthread_t] = []
  }
  private let state = Mutex(State())

  /// Audio thrown away since the start, ns.
  var dropped: UInt64 { state.withLock { $0.ledger.dropped } }
  /// Whether audio is let in.
  var isAdmitting: Bool { state.withLock { $0.isAdmitting } }

  /// Lets nothing more in. False where it did not before.
  @discardableResult
  func close() -> Bool {
    state.withLock { state in
      defer { state.isAdmitting = false }
      return state.isAdmitting
    }
  }

  // MARK: The entrance, on the player's thread

  /// Whether a buffer may go in; it is in the books then.
  func admits(_ buffer: borrowing Buffer) -> Bool {
    let (id, size, duration) = (buffer.identity, buffer.size, buffer.duration)
    return state.withLock { state in
      guard state.isAdmitting else { return false }
      let length = state.format.map { ClockTime.duration(frames: UInt64(size / $0.frameSize), rate: $0.rate) }
      state.ledger.enter(id, length: length ?? duration ?? 0)
      return true
    }
  }

  /// A buffer has gone in; the queue has this many now.
  func settled(count: Int) -> Backlog? {
    state.withLock { state in
      let before = state.ledger.dropped
      state.ledger.settle(count: count)
      return state.beginEpisode(since: before)
    }
  }

  func formatChanged(to format: AudioFormat?) { state.withLock { $0.format = format } }

  /// A flush has come to its end, and the queue was emptied.
  func flushed() -> Backlog? {
    state.withLock { state in
      state.ledger.forget()
      state.awaitsSegment = true
      return state.endEpisode()
    }
  }

  func segmentEntered(_ event: Event) {
    state.withLock { state in
      guard state.awaitsSegment else { return }
      state.awaitsSegment = false
      state.flush = event
    }
  }

  // MARK: The exit, on the branch's thread

  func left(_ buffer: borrowing Buffer) -> Backlog? {
    let id = buffer.identity
    return state.withLock { state in
      let before = state.ledger.dropped
      state.ledger.leave(id)
      if let begun = state.beginEpisode(since: before) { return begun }
      return state.ledger.waiting <= Self.relief ? state.endEpisode() : nil
    }
  }

  /// Whether the stages are to be flushed before this segment.
  func takesFlush(before segment: Event) -> Bool {
    state.withLock { state in
      guard let flush = state.flush, flush.isSame(as: segment) else { return false }
      state.flush = nil
      return true
    }
  }

  // MARK: Signals

  /// Runs `body`, which calls an application's handlers, unless relaying has been stopped.
  func relay(_ body: () -> Void) {
    let thread = pthread_self()
    let isAllowed = state.withLock { state in
      if state.isRelaying { state.relays.append(thread) }
      return state.isRelaying
    }
    guard isAllowed else { return }
    body()
    state.withLock { state in
      if let index = state.relays.lastIndex(of: thread) { state.relays.remove(at: index) }
    }
  }

  /// Whether this thread is inside an application's handler.
  var isRelayingHere: Bool {
    let thread = pthread_self()
    return state.withLock { $0.relays.contains(thread) }
  }

  /// No handler is called from now on; one that runs may still finish.
  func stopRelaying() { state.withLock { $0.isRelaying = false } }
}

extension BranchGate.State {
  fileprivate mutating func beginEpisode(since before: UInt64) -> BranchGate.Backlog? {
    guard episode == nil, ledger.dropped > before else { return nil }
    episode = before
    return .dropping
  }

  fileprivate mutating func endEpisode() -> BranchGate.Backlog? {
    guard let begun = episode else { return nil }
    episode = nil
    return .caughtUp(ledger.dropped - begun)
  }
}
