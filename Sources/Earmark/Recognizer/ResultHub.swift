import Recognition
import Synchronization

/// Makes an application's values of what a pipeline says, keeps them, and hands them to readers and handlers. Whatever does
/// not belong to the session that was begun last is dropped.
final class ResultHub: Sendable {
  struct State {
    /// 0 before the first.
    var session: UInt64 = 0
    var isOver = true
    var lifecycle = Recognizer.State.stopped(nil)
    var timeline = CampaignTimeline()
    var history = ActivityHistory()
    var marker: MarkerSnapshot?
    var rowReaders = Readers<TimelineRow>()
    var activityReaders = Readers<Activity>()
    var markerReaders = Readers<MarkerSnapshot>()
    var stateReaders = Readers<Recognizer.State>()
    var faultReaders = Readers<FaultRecord>()
    var lastReader: UInt64 = 0
    var dropped: UInt64 = 0
    /// Who waits for the session's end.
    var waiters: [@Sendable () -> Void] = []
  }

  let state = Mutex(State())
  let handlers: HandlerQueue
  private let configuration: Recognizer.Configuration

  init(_ configuration: Recognizer.Configuration) {
    self.configuration = configuration
    handlers = HandlerQueue(target: configuration.queue, limit: configuration.bufferLimit)
  }

  /// Results that were dropped, since nobody read them in time.
  var dropped: UInt64 { state.withLock { $0.dropped } + handlers.dropped }

  // MARK: Sessions

  /// Whether this session has ended, or never began.
  func isOver(_ session: UInt64) -> Bool { state.withLock { $0.isOver || $0.session != session } }

  /// Begins a session; nothing of an older one is delivered any more.
  func begin(_ session: UInt64) {
    let endings = state.withLock { state in
      // Those who read before the first session read that.
      let endings = state.session == 0 ? [] : state.takeReaders() + state.takeWaiters()
      state.session = session
      state.isOver = false
      state.timeline = CampaignTimeline()
      state.history = ActivityHistory()
      state.marker = nil
      state.dropped = 0
      let barriers = handlers.discard()
      enter(.starting, in: &state)
      return endings + barriers
    }
    for ending in endings { ending() }
  }

  /// Nothing of this session is delivered any more.
  func cut(_ session: UInt64) {
    let endings = state.withLock { state -> [@Sendable () -> Void] in
      guard state.session == session else { return [] }
      state.isOver = true
      state.lifecycle = .stopped(nil)
      return state.takeReaders() + state.takeWaiters()
    }
    for ending in endings + handlers.discard() { ending() }
  }

  /// The recognizer is gone.
  func close() {
    let endings = state.withLock { state in
      state.isOver = true
      return state.takeReaders() + state.takeWaiters()
    }
    for ending in endings + handlers.close() { ending() }
  }

  /// Calls `body` once the session is over and its handlers are through.
  func whenOver(_ session: UInt64, _ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.session == session, !state.isOver {
        state.waiters.append(body)
        return false
      }
      return true
    }
    if isOver { handlers.whenThrough(body) }
  }

  // MARK: What comes

  /// Takes an event. Events come one after the other.
  func receive(_ event: PipelineRunner.Event, session: UInt64) {
    // Read before anybody has to wait for it.
    let record: ActivityRecord? =
      switch event {
      case .activity(let line, _), .campaign(let line, _): ActivityRecord(parsing: line)
      default: nil
      }
    let endings = state.withLock { state -> [@Sendable () -> Void] in
      guard session == state.session, !state.isOver else { return [] }
      switch event {
      // The first was told when it was asked for.
      case .starting(let attempt): if attempt > 0 { enter(.starting, in: &state) }
      case .running: enter(.running, in: &state)
      case .recovering(let error, let delay): enter(.recovering(error, retryIn: delay), in: &state)
      case .activity: if let record { add(record, to: &state) }
      case .campaign: if let record { reduce(record, in: &state) }
      case .markerState(let line, _): if let marker = MarkerSnapshot(parsing: line) { add(marker, to: &state) }
      case .fault(let line): if let fault = FaultRecord(parsing: line) { add(fault, to: &state) }
      case .stopped(let error):
        enter(.stopped(error), in: &state)
        state.isOver = true
        let waiters = state.takeWaiters().map { [handlers] waiter -> @Sendable () -> Void in
          { handlers.whenThrough(waiter) }
        }
        return state.takeReaders() + waiters
      }
      return []
    }
    for ending in endings { ending() }
  }

  private func enter(_ lifecycle: Recognizer.State, in state: inout State) {
    state.lifecycle = lifecycle
    state.dropped += state.stateReaders.yield(lifecycle)
    call(configuration.onState, lifecycle)
  }

  private func add(_ record: ActivityRecord, to state: inout State) {
    var activity = record.activity
    activity.payload.observedAt = record.observedAt
    switch state.history.apply(activity, generation: 0) {
    case .added(let result), .updated(let result):
      state.dropped += state.activityReaders.yield(result.activity)
      call(configuration.onActivity, result.activity)
    case .unchanged: break
    }
  }

  /// The sink has decided; the same rules over what it let through give the same rows.
  private func reduce(_ record: ActivityRecord, in state: inout State) {
    let activity = record.activity
    var payload = activity.payload
    payload.observedAt = record.observedAt
    let outcome = state.timeline.apply(
      payload, kind: record.event, at: activity.end ?? activity.start, isSuperseded: activity.isSuperseded)
    for row in [outcome.closed, outcome.row].compactMap({ $0 }) where outcome.isChange {
      state.dropped += state.rowReaders.yield(row)
      call(configuration.onRow, row)
    }
  }

  private func add(_ marker: MarkerSnapshot, to state: inout State) {
    if let last = state.marker, !marker.isNewer(than: last) { return }
    state.marker = marker
    state.dropped += state.markerReaders.yield(marker)
    call(configuration.onMarker, marker)
  }

  private func add(_ fault: FaultRecord, to state: inout State) {
    state.dropped += state.faultReaders.yield(fault)
    call(configuration.onFault, fault)
  }

  /// Under the lock, so that handlers are called in the order of what happened; they run elsewhere.
  private func call<Value: Sendable>(_ handler: (@Sendable (Value) -> Void)?, _ value: Value) {
    if let handler { handlers.add { handler(value) } }
  }

  // MARK: Readers

  /// A sequence of what comes in the session begun last, or in the first one.
  /// - Parameters:
  ///   - replay: what comes first.
  func sequence<Element: Sendable>(
    _ readers: any WritableKeyPath<State, Readers<Element>> & Sendable, replay: (State) -> [Element]
  ) -> AsyncStream<Element> {
    let (stream, reader) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(max(1, configuration.bufferLimit)))
    let id = state.withLock { state -> UInt64? in
      for element in replay(state) { reader.yield(element) }
      guard state.session == 0 || !state.isOver else { return nil }
      state.lastReader += 1
      state[keyPath: readers].add(reader, id: state.lastReader)
      return state.lastReader
    }
    guard let id else {
      reader.finish()
      return stream
    }
    // Let go of outside the lock, which the last release of a stream would take again.
    reader.onTermination = { [weak self] _ in _ = self?.state.withLock { $0[keyPath: readers].remove(id) } }
    return stream
  }
}

extension ResultHub.State {
  /// Takes out all readers; what is returned ends them, outside the lock.
  fileprivate mutating func takeReaders() -> [@Sendable () -> Void] {
    [
      rowReaders.removeAll(), activityReaders.removeAll(), markerReaders.removeAll(), stateReaders.removeAll(),
      faultReaders.removeAll(),
    ]
  }

  /// Takes out all who wait for the end.
  fileprivate mutating func takeWaiters() -> [@Sendable () -> Void] {
    defer { waiters = [] }
    return waiters
  }
}
