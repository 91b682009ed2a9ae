/// Tracks the marker that is being heard: inactive → listening → detected → identified → cleared → detected …
///
/// Times are running times in nanoseconds. Running time stands still while a live source stalls; there (`isLive`) reading
/// goes on with the monotonic clock from the last running time. Reading applies expiry and never renews evidence: only
/// a fresh decode does. The raw code stays inside.
public struct MarkerStateMachine: Sendable {
  /// Whether the monotonic clock carries on when running time does not.
  public var isLive: Bool
  private let monotonic: @Sendable () -> UInt64
  private var snapshot = MarkerSnapshot(state: .inactive)
  private var code: UInt64?
  /// The identity of `code`, kept after expiry: the API stage says it once per change only.
  private var identity: MarkerIdentity?
  private var activityID: String?
  /// The identity reported while no activity was current: the next activity's, so that one airing is reported once.
  private var unclaimed: String?
  private var reported = RecentSet(capacity: 256)
  /// The name handlers were told last.
  private var announcedName: String?
  private var anchor: (runningTime: UInt64, monotonic: UInt64) = (0, 0)

  /// A machine that is inactive. `monotonic` gives nanoseconds that never step back.
  public init(isLive: Bool = false, monotonic: @escaping @Sendable () -> UInt64 = MonotonicClock.now) {
    self.isLive = isLive
    self.monotonic = monotonic
  }

  /// Capturing starts: a new generation, nothing of an older one counts.
  ///
  /// - Parameter generation: its number; nil: one more than the one before.
  public mutating func start(at runningTime: UInt64, generation: UInt? = nil) -> [MarkerEvent] {
    setTime(runningTime)
    code = nil
    identity = nil
    unclaimed = nil
    activityID = nil
    reported = RecentSet(capacity: 256)
    snapshot.generation = generation ?? snapshot.generation + 1
    return change(to: .listening, marker: nil, observedAt: nil, expiresAt: nil)
  }

  /// Capturing stops, or the marker function is off.
  public mutating func stop() -> [MarkerEvent] {
    guard snapshot.state != .inactive else { return [] }
    code = nil
    identity = nil
    unclaimed = nil
    return change(to: .inactive, marker: nil, observedAt: nil, expiresAt: nil)
  }

  /// A code was decoded: fresh evidence.
  ///
  /// - Parameter validFor: How long the evidence holds, in nanoseconds.
  public mutating func decoded(code: UInt64, at runningTime: UInt64, validFor: UInt64) -> [MarkerEvent] {
    setTime(runningTime)
    // At the very moment of expiry a decode is still in time.
    var events = expire(at: runningTime.subtractingSaturating(1))
    guard snapshot.state != .inactive else { return events }
    if code != self.code {
      self.code = code
      identity = nil
    }
    let expiresAt = runningTime.addingSaturating(validFor)
    if snapshot.state == .identified, identity != nil {
      return events + renew(observedAt: runningTime, expiresAt: expiresAt)
    }
    if snapshot.state == .detected, identity == nil {
      return events + renew(observedAt: runningTime, expiresAt: expiresAt)
    }
    events += change(
      to: identity == nil ? .detected : .identified, marker: identity, observedAt: runningTime, expiresAt: expiresAt)
    return events + report()
  }

  /// The identity of the code that was decoded last.
  ///
  /// It is no evidence of its own: after expiry it is only remembered for the next decode of the same code. When no code
  /// was ever decoded here (an API stage of a third party that keeps them to itself), the identity stands for a decode.
  public mutating func identified(
    _ identity: MarkerIdentity, at runningTime: UInt64, validFor: UInt64
  ) -> [MarkerEvent] {
    let events = advance(to: runningTime)
    guard identity.isResolved, snapshot.state != .inactive else { return events }
    let isEvidence = code == nil
    self.identity = identity
    let isHeard = snapshot.state == .detected || snapshot.state == .identified
    guard isHeard || isEvidence else { return events }
    let observedAt = isEvidence ? runningTime : snapshot.observedAt
    let expiresAt = isEvidence ? runningTime.addingSaturating(validFor) : snapshot.expiresAt
    if snapshot.marker == identity {
      return events + (isEvidence ? renew(observedAt: runningTime, expiresAt: expiresAt) : [])
    }
    return events
      + change(
        to: .identified, marker: identity, observedAt: observedAt, expiresAt: expiresAt)
      + report()
  }

  /// Another activity is current, or none.
  public mutating func activityChanged(to id: String?) -> [MarkerEvent] {
    guard id != activityID else { return [] }
    activityID = id
    return id == nil ? [] : report()
  }

  /// Time passes: applies expiry.
  public mutating func advance(to runningTime: UInt64) -> [MarkerEvent] {
    setTime(runningTime)
    return expire(at: runningTime)
  }

  /// Running time goes on at another place, as after a flush: what was decoded keeps what was left of its time.
  public mutating func moveClock(from old: UInt64, to new: UInt64) {
    func moved(_ time: UInt64) -> UInt64 {
      time < old ? new.subtractingSaturating(old - time) : new.addingSaturating(time - old)
    }
    snapshot.observedAt = snapshot.observedAt.map(moved)
    snapshot.expiresAt = snapshot.expiresAt.map(moved)
    anchor.runningTime = moved(anchor.runningTime)
  }

  /// Playback goes on after a pause, in which no time counts.
  public mutating func resumeClock() { setTime(anchor.runningTime) }

  /// Applies expiry without a new running time: what a timer calls while a live source stalls.
  public mutating func poll() -> [MarkerEvent] {
    expire(at: now())
  }

  /// The snapshot as it is now, expiry applied. An expiry found here still reports its change with the next call of
  /// `advance(to:)` or `poll()`.
  public func read() -> MarkerSnapshot {
    var copy = self
    _ = copy.expire(at: now())
    return copy.snapshot
  }

  // MARK: - Inside

  private mutating func setTime(_ runningTime: UInt64) {
    anchor = (runningTime, isLive ? monotonic() : 0)
  }

  private func now() -> UInt64 {
    guard isLive else { return anchor.runningTime }
    let elapsed = monotonic().subtractingSaturating(anchor.monotonic)
    return anchor.runningTime.addingSaturating(elapsed)
  }

  private mutating func expire(at time: UInt64) -> [MarkerEvent] {
    guard snapshot.state == .detected || snapshot.state == .identified, let expiresAt = snapshot.expiresAt,
      time >= expiresAt
    else { return [] }
    unclaimed = nil
    return change(
      to: .cleared, marker: nil, observedAt: snapshot.observedAt, expiresAt: expiresAt)
  }

  /// The same marker heard again. Its times are part of the snapshot, so the revision grows, but nobody is told: the
  /// state did not change.
  private mutating func renew(observedAt: UInt64, expiresAt: UInt64?) -> [MarkerEvent] {
    snapshot.observedAt = observedAt
    snapshot.expiresAt = expiresAt
    snapshot.revision += 1
    return []
  }

  private mutating func change(
    to state: MarkerState, marker: MarkerIdentity?, observedAt: UInt64?, expiresAt: UInt64?
  ) -> [MarkerEvent] {
    snapshot.state = state
    snapshot.marker = marker
    snapshot.observedAt = observedAt
    snapshot.expiresAt = expiresAt
    snapshot.revision += 1
    var events: [MarkerEvent] = [.changed(snapshot)]
    // Between two markers there is a moment of an unknown code; only clearing takes the name away.
    if state != .detected, announcedName != marker?.name {
      announcedName = marker?.name
      events.append(.named(announcedName))
    }
    return events
  }

  /// Reports the identified marker unless this activity's handler has had it.
  private mutating func report() -> [MarkerEvent] {
    guard let marker = snapshot.marker else { return [] }
    guard let activityID else {
      guard unclaimed != marker.id else { return [] }
      unclaimed = marker.id
      return [.resolved(marker, activityID: nil)]
    }
    let isClaimed = unclaimed == marker.id
    unclaimed = nil
    // A length in front keeps the pairs ("a", "bc") and ("ab", "c") apart.
    guard reported.insert("\(activityID.utf8.count):\(activityID)\(marker.id)"), !isClaimed else { return [] }
    return [.resolved(marker, activityID: activityID)]
  }
}
