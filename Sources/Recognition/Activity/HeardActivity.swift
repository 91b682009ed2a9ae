/// An activity together with the evidence the tracker keeps about it.
struct HeardActivity: Sendable {
  /// As it stands; `revision` is the one of the last event.
  var activity: Activity
  /// The end of the activity before this one: no start is earlier.
  let floor: UInt64
  /// The latest accepted observation.
  private(set) var line: MaterialLine
  /// Length of that observation's stretch, in nanoseconds.
  private(set) var stretch: UInt64
  /// Where the evidence ends.
  private(set) var heardUntil: UInt64
  /// Other materials that might have been chosen at the opening, on their lines.
  private let rivals: [MaterialLine]
  /// Whether no observation was accepted since the opening.
  private(set) var isJustOpened = true
  /// Hops since the opening that heard this material best, and how many of them listed another one beside it.
  private var hops = 0
  private var listings: [String: Int] = [:]
  /// Identities that have refined the activity.
  private(set) var markerIDs: [String] = []
  /// The clock of the stream started over since: the times compare with nothing any more.
  var isFromOlderClock = false

  private var opening: MaterialLine
  private var rateSum: Double
  private var rateWeight: Double
  private var reported: Reported

  /// What was said last of the figures that creep.
  private struct Reported: Sendable {
    var runningTime: UInt64
    var rate: Double
    var position: Int64
    var confidence: Double
    var score: Int
  }

  /// Other materials whose listings are counted.
  private static let mostListings = 64
  /// Marker identities one activity remembers.
  private static let mostMarkers = 32

  init(
    id: String, start: UInt64, floor: UInt64, reading: MaterialAlternative, observation: MaterialObservation,
    payload: CampaignPayload?
  ) {
    let line = MaterialLine(
      materialID: reading.materialID, position: reading.position, runningTime: observation.runningTime,
      rate: observation.rate)
    var payload = payload ?? CampaignPayload(materialID: reading.materialID)
    let position = max(0, line.position(at: start))
    payload.activityID = id
    payload.materialID = reading.materialID
    payload.position = position / 1_000_000
    payload.score = Double(observation.score)
    activity = Activity(
      id: id, revision: 0, materialID: reading.materialID, start: start, position: position, rate: observation.rate,
      confidence: observation.confidence, score: observation.score,
      alternatives: observation.alternatives(to: reading), marker: payload.markerIdentity, payload: payload)
    self.floor = floor
    self.line = line
    opening = line
    stretch = observation.duration
    heardUntil = max(start, observation.matchedUntil ?? observation.runningTime)
    rivals = observation.readings.filter { $0.materialID != reading.materialID }.map {
      MaterialLine(
        materialID: $0.materialID, position: $0.position, runningTime: observation.runningTime, rate: observation.rate)
    }
    rateWeight = Double(max(1, observation.score))
    rateSum = observation.rate * rateWeight
    reported = Reported(
      runningTime: observation.runningTime, rate: observation.rate, position: position,
      confidence: observation.confidence, score: observation.score)
    if let id = activity.marker?.id { markerIDs.append(id) }
  }

  // MARK: - Evidence

  /// The reading of an observation that says this activity goes on: the best one when it is this material near enough to
  /// the foretold place, else the alternative nearest to it, if near enough.
  func reading(of observation: MaterialObservation, within tolerance: UInt64) -> MaterialAlternative? {
    let time = observation.runningTime
    let fitting = observation.readings(of: activity.materialID)
      .filter { line.foretells($0.position, at: time, within: tolerance) }
    if let first = fitting.first, first == observation.readings.first { return first }
    return fitting.min { line.distance(to: $0.position, at: time) < line.distance(to: $1.position, at: time) }
  }

  /// Goes on with a reading of an observation.
  mutating func accept(_ reading: MaterialAlternative, of observation: MaterialObservation) {
    let isBest = reading == observation.readings.first
    isJustOpened = false
    line.position = reading.position
    line.runningTime = observation.runningTime
    stretch = observation.duration
    heardUntil = max(heardUntil, observation.matchedUntil ?? observation.runningTime)
    activity.score = max(activity.score, reading.score)
    activity.alternatives = observation.alternatives(to: reading)
    guard observation.materialID == activity.materialID else { return }
    hops += 1
    for id in Set(observation.alternatives.map(\.materialID))
    where listings[id] != nil || listings.count < Self.mostListings {
      listings[id, default: 0] += 1
    }
    activity.confidence = max(activity.confidence, observation.confidence)
    guard isBest else { return }
    line.rate = observation.rate
    refineRate(observation)
  }

  /// Whether an observation hears this material elsewhere, but in audio that this activity explains too. Evidence cannot
  /// reach back beyond the material's own beginning, whatever the stage says.
  func isOtherTurn(_ observation: MaterialObservation, tolerance: UInt64) -> Bool {
    observation.materialID == activity.materialID
      && observation.line.start(notBefore: observation.matchedFrom).addingSaturating(tolerance) < heardUntil
  }

  /// Goes on with an observation of another turn of a loop: on its own line, unless the other one explains more since the
  /// start.
  mutating func acceptOtherTurn(_ observation: MaterialObservation, tolerance: UInt64) {
    isJustOpened = false
    stretch = observation.duration
    heardUntil = max(heardUntil, observation.matchedUntil ?? observation.runningTime)
    guard observation.score > activity.score,
      observation.matchedFrom <= activity.start.addingSaturating(tolerance)
    else {
      line.position = line.position(at: observation.runningTime)
      line.runningTime = observation.runningTime
      return
    }
    line = observation.line
    opening = line
    activity.score = observation.score
    activity.confidence = max(activity.confidence, observation.confidence)
    activity.alternatives = observation.alternatives
    refineRate(observation)
  }

  /// The mean of the rates, each counting as much as its evidence, the latest 16 or so hops: one hop measures the rate
  /// to a per cent, the mean much better. The place at the start follows.
  private mutating func refineRate(_ observation: MaterialObservation) {
    let weight = Double(max(1, observation.score))
    rateSum = rateSum * 15 / 16 + observation.rate * weight
    rateWeight = rateWeight * 15 / 16 + weight
    activity.rate = rateSum / rateWeight
    var line = opening
    line.rate = activity.rate
    activity.position = max(0, line.position(at: activity.start))
  }

  /// Whether most of what an observation of another material says was heard as this activity: its evidence reaches back
  /// into it, by more than the tolerance, and not to its start. Shared content at an end looks like that, when the landmarks
  /// of another material with it happen to last longest.
  func hasHeardMost(of observation: MaterialObservation, tolerance: UInt64) -> Bool {
    observation.materialID != activity.materialID
      && observation.matchedFrom.addingSaturating(tolerance) < heardUntil
      && observation.matchedFrom > activity.start.addingSaturating(tolerance)
  }

  /// Whether what just opened, which is not a reading on this activity's line, shows that this one was a wrong first choice.
  ///
  /// It was when the new one's line reaches back to this activity's start: either its evidence does (and this activity's
  /// evidence overlaps it), or it was a rival from the start on the same line. But not when more than a quarter of the hops
  /// since the opening heard this material without the new one: then both were there. (One in noise may miss one of two
  /// that are equally there.)
  func isWrongChoice(given line: MaterialLine, from lineStart: UInt64, tolerance: UInt64) -> Bool {
    guard line.materialID != activity.materialID, 4 * (hops - (listings[line.materialID] ?? 0)) <= hops else {
      return false
    }
    if lineStart <= activity.start.addingSaturating(tolerance), lineStart < heardUntil { return true }
    return isRival(line, tolerance: tolerance)
  }

  /// Whether a line was a rival from the start.
  func isRival(_ line: MaterialLine, tolerance: UInt64) -> Bool {
    rivals.contains {
      $0.materialID == line.materialID && $0.foretells(line.position, at: line.runningTime, within: tolerance)
    }
  }

  // MARK: - Markers and answers

  /// The heard stretch, for markers; none for an activity that no marker can belong to.
  var candidate: MarkerQueue.Candidate? {
    guard !activity.isSuperseded, !isFromOlderClock else { return nil }
    return MarkerQueue.Candidate(activityID: activity.id, start: activity.start, heardUntil: heardUntil)
  }

  /// Puts a marker on the activity; false when this identity has refined it before.
  mutating func attach(_ marker: MarkerIdentity) -> Bool {
    guard !markerIDs.contains(marker.id), markerIDs.count < Self.mostMarkers else { return false }
    markerIDs.append(marker.id)
    activity.marker = marker
    activity.payload.attach(marker)
    return true
  }

  /// Takes over what an answer adds; false when that is nothing or it is about another material. The marker heard in the
  /// audio wins over an answer's.
  mutating func refine(_ answer: CampaignPayload) -> Bool {
    if let material = answer.materialID, material != activity.materialID { return false }
    let old = activity
    activity.payload = activity.payload.merging(newer: answer)
    if let marker = activity.marker {
      activity.payload.attach(marker)
    } else if let marker = activity.payload.markerIdentity {
      activity.marker = marker
      markerIDs.append(marker.id)
    }
    return activity != old
  }

  // MARK: - Reporting

  /// Whether the figures moved so far since the last event that people should be told; asked on each accepted hop.
  ///
  /// At most once per `spacing`, when the rate is off by 0.2 %, the place at the start by 50 ms, the confidence passed
  /// 0.5, 0.9, 0.99 or 0.999, or the score doubled. Confidence and score only grow, the rate is a mean: so a day of
  /// one material makes a handful of events.
  func isWorthReporting(spacing: UInt64) -> Bool {
    guard line.runningTime.subtractingSaturating(reported.runningTime) >= spacing else { return false }
    let confidenceLevels = [0.5, 0.9, 0.99, 0.999]
    return abs(activity.rate - reported.rate) >= 0.002
      || (activity.position - reported.position).magnitude >= 50_000_000
      || confidenceLevels.contains { reported.confidence < $0 && activity.confidence >= $0 }
      || activity.score / 2 >= max(1, reported.score)
  }

  /// The next event about the activity.
  mutating func report(_ kind: ActivityEvent.Kind) -> ActivityEvent {
    activity.revision += 1
    reported = Reported(
      runningTime: line.runningTime, rate: activity.rate, position: activity.position,
      confidence: activity.confidence, score: activity.score)
    return ActivityEvent(kind: kind, activity: activity)
  }

  /// Sets the end: the last evidence, or the start when the activity was a wrong choice.
  mutating func close(isSuperseded: Bool) {
    activity.isSuperseded = isSuperseded
    activity.end = isSuperseded ? activity.start : max(activity.start, heardUntil)
  }
}
