/// Makes activities out of a stream's observations. Times are running times in nanoseconds.
///
/// **Opening.** An activity opens when two hops agree (the same material, places on one line within `restartTolerance`,
/// not further apart than `hold`), or with one hop whose false alarms are at most a hundredth of the limit. Until then a
/// hop is pending; hops of several materials may pend at once (at most four). A hop that the current activity accepts
/// clears what pends: one contradicting hop, or several that contradict each other, never cut an activity in two. An
/// observation repeated for one running time confirms nothing.
///
/// **Going on.** The current activity accepts a hop when the hop or one of its alternatives has the activity's material
/// at the place foretold by the latest accepted hop and that hop's rate, within `restartTolerance`. So a loop goes on when
/// the fingerprint stage lists the foretold place too, and of materials that share content the one chosen first stays.
///
/// A hop of the current material elsewhere whose evidence reaches back, by more than `restartTolerance`, into what the
/// activity was heard in is no restart but another turn of a loop: two places explain the same audio. The activity goes on,
/// and moves to the other place when that has more evidence and reaches back to the start.
///
/// **Start.** The earliest evidence of the hops that opened it, but not before the end of the activity before it, and not
/// before the material's own beginning. `position` is the place in the material at that start.
///
/// **End.** Another activity opens: another material, or the same one somewhere else (a restart); the activity is not
/// heard for longer than `hold` (or one and a half stretches of a stage whose stretches are longer than that, up to 15 s);
/// or `end()`. The end is the last accepted evidence.
///
/// **Equal readings.** When other materials explain the hop that opens an activity equally well, what begins with its own
/// beginning there is taken, and of those the shortest: a cut-down is heard in every airing of the whole, and that the whole
/// was aired shows when it goes on. The first hop after that is asked once more: in noise the longest may come alone at
/// first. What one strong hop says about another material when most of its evidence was heard as
/// the current one, though not from its start, needs a second hop: shared content at an end.
///
/// **Wrong first choice.** When the line of what opens reaches back to the start of the current activity, which is no
/// reading on its line any more, and three of four hops since the opening that heard the current one best listed the new one
/// too, then the current one is ended at its start and marked superseded; the new one has the earlier start and inherits the
/// marker. Otherwise it is an ordinary boundary: a row that was right is never taken back.
///
/// **Markers.** See `attach(_:from:to:)`.
///
/// **Events.** Per activity `started`, `refined` …, `ended`, and `refined` after that for a late marker or answer; each
/// carries the whole state and the next revision. `started` implies that the `ended` of the one before went out. A refined
/// marker or payload is told at once; rate, position, confidence and score when they moved materially, at most once per
/// `hold`.
///
/// **Time.** A hop not later than `hold` before the latest one is late and ignored. One from further back means that
/// running time started over without `end()`, which the tracker then supplies. Values out of range are cut or ignored, and
/// memory is bounded whatever arrives.
public struct ActivityTracker: Sendable {
  /// How patient and how strict the tracker is.
  public struct Configuration: Sendable, Equatable {
    /// An activity not heard for longer ends, in nanoseconds.
    public var hold: UInt64
    /// How far a position may miss the foretold one, in nanoseconds.
    public var restartTolerance: UInt64
    /// The limit of the fingerprint stage, chance matches per 1,000 h; a hop 100 times better needs no second one.
    public var maxFalseAlarms: Double

    /// The defaults of the `earapi` element.
    public init(hold: UInt64 = 6_000_000_000, restartTolerance: UInt64 = 2_000_000_000, maxFalseAlarms: Double = 1) {
      self.hold = hold
      self.restartTolerance = restartTolerance
      self.maxFalseAlarms = maxFalseAlarms
    }
  }

  /// May change while activities last; counts from the next call on.
  public var configuration: Configuration
  /// The activity that lasts, with its latest figures, reported or not; `revision` is the one of its last event.
  public var current: Activity? { heard?.activity }

  let makeID: @Sendable () -> String
  var heard: HeardActivity?
  /// Ended activities that late markers and answers may still refine, oldest first.
  var recent: [HeardActivity] = []
  var pending: [MaterialObservation] = []
  var markers = MarkerQueue()
  /// The end of the last activity that counts.
  var floor: UInt64 = 0
  private var latestHop: UInt64?
  private var now: UInt64 = 0

  static let mostRecent = 64
  static let mostPending = 4

  /// A tracker that has heard nothing. `makeID` gives the activities' ids.
  public init(configuration: Configuration = Configuration(), makeID: @escaping @Sendable () -> String = uuidV7) {
    self.configuration = configuration
    self.makeID = makeID
  }

  /// Takes a hop in.
  ///
  /// - Parameters:
  ///   - observation: What the fingerprint stage said, in the order it did.
  ///   - payload: What is known about a material; asked for each activity that opens, and for what might have been opened
  ///     instead: its duration counts. The tracker fills in
  ///     `activityID`, `materialID`, `position` and `score`.
  public mutating func observe(
    _ observation: MaterialObservation, payload: (_ materialID: String) -> CampaignPayload?
  ) -> [ActivityEvent] {
    guard let hop = observation.sanitized() else { return [] }
    var events: [ActivityEvent] = []
    if let latestHop, hop.runningTime < latestHop {
      guard latestHop - hop.runningTime > configuration.hold else { return [] }
      events += end()
    }
    if hop.runningTime < floor { startClockOver() }
    latestHop = hop.runningTime
    now = max(now, hop.runningTime)
    events += expire(at: hop.runningTime)
    events += hear(hop, payload)
    events += settleMarkers()
    return events
  }

  /// Says that a resolved marker was heard in a stretch of running time.
  ///
  /// It belongs to the activity whose heard stretch overlaps the marker's the most. It refines an activity once per
  /// identity, also one that has ended. It waits, for `hold` at most, while more of it lies beyond everything heard so far
  /// than any activity overlaps: an activity that opens next may reach back to it. After that a marker that overlaps none
  /// goes to the nearest activity within 2 s, unless the same run of repetitions (15 s at most between two) was attached to
  /// another.
  ///
  /// An identity without id or name, and a stretch without times, are ignored.
  public mutating func attach(_ marker: MarkerIdentity, from: UInt64, to: UInt64) -> [ActivityEvent] {
    guard marker.isResolved, min(from, to) <= MaterialObservation.latestTime else { return [] }
    let until = max(from, to) <= MaterialObservation.latestTime ? max(from, to) : min(from, to)
    markers.append(MarkerQueue.Stretch(marker: marker, from: min(from, to), to: until))
    return settleMarkers()
  }

  /// Refines an activity with a late answer, also one that has ended (the latest 64 are remembered). What is already
  /// there never degrades; an answer that adds nothing, or is about another material, gives no event.
  public mutating func refine(activityID: String, payload: CampaignPayload) -> [ActivityEvent] {
    guard change(activityID, { $0.activity.isSuperseded ? false : $0.refine(payload) }) == true else { return [] }
    return report(.refined, activityID)
  }

  /// Time passes: ends what was not heard for too long.
  public mutating func advance(to runningTime: UInt64) -> [ActivityEvent] {
    guard runningTime <= MaterialObservation.latestTime else { return [] }
    now = max(now, runningTime)
    return expire(at: runningTime) + settleMarkers()
  }

  /// Ends the current activity and forgets what pends: end of stream, flush, a break of running time, clear, stop.
  public mutating func end() -> [ActivityEvent] {
    var events = settleMarkers(isLast: true)
    if let ended = close(isSuperseded: false) { events += report(.ended, ended) }
    pending = []
    markers.removeAll()
    latestHop = nil
    now = 0
    return events
  }

  // MARK: - Inside

  /// Running time fell behind what ended: it started over.
  private mutating func startClockOver() {
    floor = 0
    for index in recent.indices { recent[index].isFromOlderClock = true }
    markers.forgetAttachments()
  }

  private mutating func expire(at time: UInt64) -> [ActivityEvent] {
    pending = pending.filter { time.subtractingSaturating($0.runningTime) <= hold(stretch: $0.duration) }
    guard let heard, time.subtractingSaturating(heard.line.runningTime) > hold(stretch: heard.stretch) else {
      return []
    }
    var events = settleMarkers(isLast: true)
    if let ended = close(isSuperseded: false) { events += report(.ended, ended) }
    return events
  }

  /// The hold for evidence that comes in such stretches: one hop may always be missed.
  private func hold(stretch: UInt64) -> UInt64 {
    max(configuration.hold, min(stretch + stretch / 2, 15_000_000_000))
  }

  private mutating func hear(
    _ hop: MaterialObservation, _ payload: (_ materialID: String) -> CampaignPayload?
  ) -> [ActivityEvent] {
    guard var heard else { return consider(hop, payload) }
    let tolerance = configuration.restartTolerance
    if let reading = heard.reading(of: hop, within: tolerance) {
      if let events = secondThought(about: heard, reading, of: hop, payload) { return events }
      heard.accept(reading, of: hop)
    } else if heard.isOtherTurn(hop, tolerance: tolerance) {
      heard.acceptOtherTurn(hop, tolerance: tolerance)
    } else {
      return consider(hop, payload)
    }
    pending = []
    self.heard = heard
    return heard.isWorthReporting(spacing: configuration.hold) ? report(.refined, heard.activity.id) : []
  }

  /// Ends the current activity without an event; gives its id.
  mutating func close(isSuperseded: Bool) -> String? {
    guard var closing = heard else { return nil }
    heard = nil
    closing.close(isSuperseded: isSuperseded)
    floor = isSuperseded ? closing.floor : closing.activity.end ?? closing.floor
    recent.append(closing)
    if recent.count > Self.mostRecent { recent.removeFirst(recent.count - Self.mostRecent) }
    return closing.activity.id
  }

  private mutating func settleMarkers(isLast: Bool = false) -> [ActivityEvent] {
    var events: [ActivityEvent] = []
    for id in attachMarkers(isLast: isLast) { events += report(.refined, id) }
    return events
  }

  /// Attaches the markers that can be decided; gives the ids of the activities that changed, in the order they began.
  mutating func attachMarkers(isLast: Bool) -> [String] {
    guard !markers.isEmpty else { return [] }
    var candidates = recent.compactMap(\.candidate)
    if let candidate = heard?.candidate { candidates.append(candidate) }
    let decisions = markers.decide(among: candidates, at: now, hold: configuration.hold, isLast: isLast)
    var changed: Set<String> = []
    for decision in decisions where change(decision.activityID, { $0.attach(decision.marker) }) == true {
      changed.insert(decision.activityID)
    }
    guard !changed.isEmpty else { return [] }
    return (recent.map(\.activity.id) + (heard.map { [$0.activity.id] } ?? [])).filter(changed.contains)
  }

  mutating func report(_ kind: ActivityEvent.Kind, _ id: String) -> [ActivityEvent] {
    change(id) { $0.report(kind) }.map { [$0] } ?? []
  }

  /// Changes the current activity or one that is remembered.
  private mutating func change<Result>(_ id: String, _ body: (inout HeardActivity) -> Result) -> Result? {
    if var current = heard, current.activity.id == id {
      let result = body(&current)
      heard = current
      return result
    }
    guard let index = recent.lastIndex(where: { $0.activity.id == id }) else { return nil }
    return body(&recent[index])
  }
}
