extension ActivityTracker {
  /// A hop that the current activity does not accept: it opens another, or pends.
  mutating func consider(
    _ hop: MaterialObservation, _ payload: (_ materialID: String) -> CampaignPayload?
  ) -> [ActivityEvent] {
    let tolerance = configuration.restartTolerance
    let first = pending.last {
      hop.runningTime > $0.runningTime && hop.reading(following: $0, within: tolerance) != nil
    }
    let isStrong = hop.falseAlarms <= configuration.maxFalseAlarms / 100
    guard first != nil || isStrong else {
      pending.removeAll { $0.materialID == hop.materialID && $0.runningTime == hop.runningTime }
      pending.append(hop)
      if pending.count > Self.mostPending { pending.removeFirst() }
      return []
    }
    let reading =
      first.flatMap { hop.reading(following: $0, within: tolerance) }
      ?? MaterialAlternative(materialID: hop.materialID, position: hop.position, score: hop.score)
    let matchedFrom = min(hop.matchedFrom, first?.matchedFrom ?? .max)
    return open(reading, of: hop, matchedFrom: matchedFrom, payload: payload(hop.materialID))
  }

  private mutating func open(
    _ reading: MaterialAlternative, of hop: MaterialObservation, matchedFrom: UInt64, payload: CampaignPayload?
  ) -> [ActivityEvent] {
    let tolerance = configuration.restartTolerance
    var line = hop.line
    line.position = reading.position
    var matchedFrom = matchedFrom
    var inherited: MarkerIdentity?
    var ended: String?

    if let old = heard {
      let isWrong = old.isWrongChoice(
        given: hop, on: line, from: line.start(notBefore: matchedFrom), tolerance: tolerance)
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
