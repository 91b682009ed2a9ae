import Recognition

/// What a timeline sink knows: both reducers, marker state, and the rows that are not final yet. Pure: events go in,
/// outputs (lines of the one JSON schema) come out, and the sink around it emits and writes them.
struct TimelineState {
  /// What somebody is to be told.
  enum Output: Equatable {
    /// An activity changed, current or not: signal `activity`.
    case activity(String)
    /// The reducer for handler callbacks accepted a change: signal `campaign`.
    case campaign(String)
    /// Marker state changed: signal `marker-state`.
    case markerState(String)
    /// A row is final: one line of the file.
    case finished(String)
    /// The stage before sent something that contradicts the rules.
    case invalid(String)
  }

  /// A row that a late refinement may still change.
  private struct Pending {
    var record: ActivityRecord
    /// Running time of its end, once it has ended.
    var end: UInt64?
  }

  /// A row is final so long after its end, ns: the `hold` of the API stage, by default.
  var settling: UInt64 = 6_000_000_000

  /// So many rows wait at most, whatever ends a stage before reports.
  private static let longestWait = 1000

  private let source: String
  /// Wall-clock time of running time 0; nil: live, taken from the clock.
  private let clockStart: Timestamp?
  private let wallClock: @Sendable () -> Timestamp
  /// Counts the starts of capturing.
  private(set) var generation: UInt
  /// The time at which running time begins, ns.
  private let offset: UInt64
  private var campaigns = CampaignTimeline()
  private var history = ActivityHistory()
  private var marker: MarkerStateMachine
  /// Records by activity id, as long as the history keeps them.
  private var observed: [String: Timestamp] = [:]
  private var pending: [Pending] = []
  private(set) var runningTime: UInt64
  /// Whether running time may go on at another place.
  private var isFlushed = false
  /// Whether a marker stage has said that it is there.
  private var hasMarkers = false
  /// Whether the stream has ended; nothing counts before it goes on.
  private var isEnded = false

  init(
    source: String, clockStart: Timestamp?, generation: UInt = 1, offset: UInt64 = 0,
    wallClock: @escaping @Sendable () -> Timestamp = Timestamp.now,
    monotonic: @escaping @Sendable () -> UInt64 = MonotonicClock.now
  ) {
    self.source = source
    self.clockStart = clockStart
    self.generation = generation
    self.offset = offset
    runningTime = offset
    self.wallClock = wallClock
    marker = MarkerStateMachine(isLive: clockStart == nil, monotonic: monotonic)
  }

  /// The rows as a JSON array of activity records, oldest first, without superseded ones.
  var snapshot: String {
    let records = history.results.reversed().filter { !$0.activity.isSuperseded }.map { result in
      let event: ActivityEvent.Kind =
        result.activity.end != nil ? .ended : result.activity.revision > 1 ? .refined : .started
      return record(ActivityEvent(kind: event, activity: result.activity)).line
    }
    return "[" + records.joined(separator: ",") + "]"
  }

  // MARK: Activities

  mutating func apply(_ event: ActivityEvent) -> [Output] {
    let change = history.apply(event.activity)
    guard let activity = history[event.activity.id]?.activity else { return [] }
    if case .unchanged = change { return [] }
    var outputs: [Output] = []
    if case .added = change {
      remember(activity)
      // A `started` implies the `ended` of the one before, which may have been lost on the way.
      outputs += closeOpen(at: activity.start)
      pending.append(Pending(record: record(event), end: activity.end))
    }
    let record = record(ActivityEvent(kind: event.kind, activity: activity))
    if let index = pending.firstIndex(where: { $0.record.activity.id == activity.id }) {
      pending[index] = Pending(record: record, end: activity.end)
    }
    outputs.append(.activity(record.line))
    outputs += reduce(record)
    if event.kind == .started {
      outputs += lines(marker.activityChanged(to: activity.id))
    } else if event.kind == .ended, campaigns.current == nil {
      outputs += lines(marker.activityChanged(to: nil))
    }
    return outputs
  }

  /// Ends what nobody has ended.
  private mutating func closeOpen(at time: UInt64) -> [Output] {
    var outputs: [Output] = []
    for entry in pending where entry.end == nil {
      var activity = entry.record.activity
      activity.end = max(activity.start, time)
      activity.revision += 1
      outputs += apply(ActivityEvent(kind: .ended, activity: activity))
    }
    return outputs
  }

  private mutating func reduce(_ record: ActivityRecord) -> [Output] {
    let activity = record.activity
    var payload = activity.payload
    if let identity = activity.marker { payload.attach(identity) }
    let outcome = campaigns.apply(
      payload, kind: record.event, at: activity.end ?? activity.start, isSuperseded: activity.isSuperseded)
    switch outcome.action {
    case .invalid: return [.invalid("an activity names neither itself nor its material")]
    case .ignored: return []
    case .appended, .refined, .closed:
      var outputs: [Output] = outcome.isChange || record.event == .ended ? [.campaign(record.line)] : []
      if outcome.reason == .reusedActivityID {
        outputs.append(.invalid("activity \(activity.id) changed its material to \(activity.materialID)"))
      }
      return outputs
    }
  }

  private mutating func remember(_ activity: Activity) {
    if observed.count > 2 * history.capacity {
      let kept = Set(history.results.map(\.activity.id))
      observed = observed.filter { kept.contains($0.key) }
    }
    observed[activity.id] =
      clockStart?.adding(nanoseconds: activity.start)
      ?? Timestamp(
        millisecondsSinceEpoch: wallClock().millisecondsSinceEpoch
          - Int64((max(runningTime, activity.start) - activity.start) / 1_000_000))
  }

  private func record(_ event: ActivityEvent) -> ActivityRecord {
    ActivityRecord(
      event: event.kind, activity: event.activity, observedAt: observed[event.activity.id] ?? wallClock(),
      source: source)
  }

  // MARK: Markers

  mutating func startMarkers() -> [Output] {
    hasMarkers = true
    return lines(marker.start(at: runningTime, generation: generation))
  }

  mutating func decoded(code: UInt64, at time: UInt64, validFor: UInt64) -> [Output] {
    settleFlush(at: time)
    return lines(marker.decoded(code: code, at: time, validFor: validFor))
  }

  mutating func identified(_ identity: MarkerIdentity, at time: UInt64, validFor: UInt64) -> [Output] {
    settleFlush(at: time)
    return lines(marker.identified(identity, at: time, validFor: validFor))
  }

  /// Time passes on the clock, whether audio comes or not. In a pause no time counts.
  mutating func poll(isPlaying: Bool) -> [Output] {
    guard isPlaying else {
      marker.resumeClock()
      return []
    }
    return lines(marker.poll())
  }

  private func lines(_ events: [MarkerEvent]) -> [Output] {
    events.compactMap { event in
      guard case .changed(let snapshot) = event else { return nil }
      // Running time 0 on the wall clock, so that the record's times come out as wall-clock times.
      let start =
        clockStart
        ?? Timestamp(
          millisecondsSinceEpoch: wallClock().millisecondsSinceEpoch - Int64(clamping: runningTime / 1_000_000))
      return .markerState(MarkerStateRecord(snapshot, clockStart: start).line)
    }
  }

  // MARK: Time

  /// The stream was flushed: what comes next may be elsewhere.
  mutating func flushed() -> [Output] {
    isFlushed = true
    return resume()
  }

  /// The first time after a flush says where running time goes on.
  private mutating func settleFlush(at time: UInt64) {
    guard isFlushed else { return }
    isFlushed = false
    if time < runningTime { marker.moveClock(from: runningTime, to: time) }
  }

  /// The stream went on to this running time, ns.
  mutating func advance(to time: UInt64) -> [Output] {
    // A flush starts running time anew; then pending rows have nothing more to wait for.
    let isBack = time < runningTime
    settleFlush(at: time)
    runningTime = time
    return lines(marker.advance(to: time)) + finish(all: isBack)
  }

  /// The stream ended or the sink stops: closes the current row, hands out every row.
  mutating func end() -> [Output] {
    let outputs = closeOpen(at: runningTime)
    campaigns.stop(at: runningTime)
    isEnded = true
    return outputs + finish(all: true) + lines(marker.stop())
  }

  /// The stream goes on after its end, elsewhere: a player that seeks back, say. Does nothing while it has not ended.
  mutating func resume() -> [Output] {
    guard isEnded else { return [] }
    isEnded = false
    runningTime = offset
    generation += 1
    campaigns.start(session: "\(generation)", at: offset)
    return hasMarkers ? lines(marker.start(at: offset, generation: generation)) : []
  }

  /// Hands out the rows whose time has come, in order.
  private mutating func finish(all: Bool) -> [Output] {
    var count = 0
    for entry in pending {
      guard let end = entry.end else { break }
      let (settled, overflow) = end.addingReportingOverflow(settling)
      guard all || pending.count - count > Self.longestWait || (!overflow && settled <= runningTime) else { break }
      count += 1
    }
    defer { pending.removeFirst(count) }
    return pending.prefix(count).filter { !$0.record.activity.isSuperseded }.map { .finished($0.record.line) }
  }
}
