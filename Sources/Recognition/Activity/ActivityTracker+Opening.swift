extension ActivityTracker {
  /// A hop that the current activity does not accept: it opens another, or pends.
  mutating func consider(
    _ hop: MaterialObservation, _ payload: (_ materialID: String) -> CampaignPayload?
  ) -> [ActivityEvent] {
    let tolerance = configuration.restartTolerance
    let first = pending.last {
      hop.runningTime > $0.runningTime && hop.reading(following: $0, within: tolerance) != nil
    }
    let isStrong =
      hop.falseAlarms <= configuration.maxFalseAlarms / 100
      && heard?.hasHeardMost(of: hop, tolerance: tolerance) != true
    guard first != nil || isStrong else {
      pending.removeAll { $0.materialID == hop.materialID && $0.runningTime == hop.runningTime }
      pending.append(hop)
      if pending.count > Self.mostPending { pending.removeFirst() }
      return []
    }
    let best =
      first.flatMap { hop.reading(following: $0, within: tolerance) }
      ?? MaterialAlternative(materialID: hop.materialID, position: hop.position, score: hop.score)
    let matchedFrom = min(hop.matchedFrom, first?.matchedFrom ?? .max)
    let likely =
      likeliest(of: hop, best: best, matchedFrom: matchedFrom, payload) ?? (best, payload(best.materialID))
    return open(likely.reading, of: hop, matchedFrom: matchedFrom, payload: likely.payload)
  }

  /// Of the materials that explain a hop equally well the one that may be complete, and what is known about it; nil when
  /// there is only one.
  ///
  /// A cut-down is heard in every airing of the whole. What begins with its own beginning is likelier than what would have
  /// to be joined in the middle; of those the shortest, since when a longer one goes on that shows, and when the shorter
  /// one was it, nothing would.
  private func likeliest(
    of hop: MaterialObservation, best: MaterialAlternative, matchedFrom: UInt64,
    _ payload: (_ materialID: String) -> CampaignPayload?
  ) -> (reading: MaterialAlternative, payload: CampaignPayload?)? {
    let rivals = hop.equals(of: best)
    guard !rivals.isEmpty else { return nil }
    let candidates = ([best] + rivals).map { reading in
      var line = hop.line
      line.materialID = reading.materialID
      line.position = reading.position
      let begins =
        line.position(at: line.start(notBefore: matchedFrom)) <= Int64(clamping: configuration.restartTolerance)
      return (reading: reading, begins: begins, payload: payload(reading.materialID))
    }
    let beginning = candidates.filter(\.begins)
    let likely = beginning.isEmpty ? [candidates[0]] : beginning
    let shortest = likely.min { $0.payload?.duration ?? .infinity < $1.payload?.duration ?? .infinity } ?? candidates[0]
    return (shortest.reading, shortest.payload)
  }

  /// What changes when the first hop after an opening shows another material that explains everything equally well and is
  /// likelier: the one that the opening had not listed yet. Nil when nothing does.
  mutating func secondThought(
    about heard: HeardActivity, _ reading: MaterialAlternative, of hop: MaterialObservation,
    _ payload: (_ materialID: String) -> CampaignPayload?
  ) -> [ActivityEvent]? {
    guard heard.isJustOpened else { return nil }
    let matchedFrom = min(hop.matchedFrom, heard.activity.start)
    guard let (better, known) = likeliest(of: hop, best: reading, matchedFrom: matchedFrom, payload),
      better.materialID != heard.activity.materialID
    else { return nil }
    var line = hop.line
    line.materialID = better.materialID
    line.position = better.position
    let start = line.start(notBefore: matchedFrom)
    guard heard.isWrongChoice(given: line, from: start, tolerance: configuration.restartTolerance) else { return nil }
    return open(better, of: hop, matchedFrom: matchedFrom, payload: known)
  }

  private mutating func open(
    _ reading: MaterialAlternative, of hop: MaterialObservation, matchedFrom: UInt64, payload: CampaignPayload?
  ) -> [ActivityEvent] {
    let tolerance = configuration.restartTolerance
    var line = hop.line
    line.materialID = reading.materialID
    line.position = reading.position
    var matchedFrom = matchedFrom
    var inherited: MarkerIdentity?
    var ended: String?

    if let old = heard {
      let isWrong = old.isWrongChoice(
        given: line, from: line.start(notBefore: matchedFrom), tolerance: tolerance)
      if isWrong {
        inherited = old.activity.marker
        if old.isRival(line, tolerance: tolerance) { matchedFrom = min(matchedFrom, old.activity.start) }
      }
      ended = close(isSuperseded: isWrong)
    }

    let start = line.start(notBefore: max(matchedFrom, floor))
    var opened = HeardActivity(
      id: makeID(), start: start, floor: floor, reading: reading, observation: hop, payload: payload)
    if let inherited { _ = opened.attach(inherited) }
    heard = opened
    pending = []

    // Markers that waited for this are part of what the events say first.
    let refined = attachMarkers(isLast: false)
    var events: [ActivityEvent] = []
    if let ended { events += report(.ended, ended) }
    for id in refined where id != ended && id != opened.activity.id { events += report(.refined, id) }
    return events + report(.started, opened.activity.id)
  }
}
