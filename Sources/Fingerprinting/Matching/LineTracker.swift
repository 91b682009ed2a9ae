/// Finds, verifies and follows the lines of a stream.
final class LineTracker {
  /// Lines that are followed at once.
  private static let mostLines = 12
  /// Candidates that are verified in full in one step.
  private static let mostVerified = 10
  /// Weakest sighting and weakest evidence that are followed up, nats.
  private static let sightingFloor = 3.0
  private static let trackingFloor = 6.0
  /// Ticks that are measured: enough for what is barely audible, and bounded.
  private static let window = 12 * StreamPeaks.ticksPerBlock
  /// Ticks that the search looks back after a rest.
  private static let memory = 3 * StreamPeaks.ticksPerBlock
  /// A line explains the stream while its evidence is no older than this.
  private static let freshness = 30
  /// The search goes on this long after the first evidence, to find all places that fit.
  private static let survey = 4 * StreamPeaks.ticksPerBlock

  /// Stand-ins that are measured in a second of search, and the shortest stretch that says anything, ticks.
  private static let standIns = 32
  private static let shortestStandIn = 100
  /// Strength below which a line is taken for a chance one, nats.
  private static let doubtful = 10.0
  /// Materials from which on candidates stand for what is not playing.
  private static let manyMaterials = 16

  /// False alarms per 1,000 h up to which a line explains the stream, if the limit is not lower still: whoever wants to
  /// hear of weak lines too does not want the search to rest on one.
  private static let sure = 1.0

  /// Ticks without evidence after which a line is dropped: not before it was reported.
  private let patience: Int
  private let speedRange: Double
  private let index: LandmarkIndex
  private let peaks: StreamPeaks
  private let search: CandidateSearch
  private let fitter: LineFitter
  private let meter: EvidenceMeter
  private let chance: ChanceModel
  private var sightings: [LineFitter.Sighting] = []
  private(set) var lines: [TrackedLine] = []
  private var scatter = Scatter()
  private var random = RandomPlaces()
  /// Candidates teach once a second, however short the steps are, so that they weigh as much.
  private var sinceLesson = 0.0
  private var isLesson = false
  /// Nothing explains the stream yet.
  private var isSearching = true

  /// - Parameters:
  ///   - peaks: of the stream; those already in it are not searched again.
  ///   - map: of the stream.
  init(index: LandmarkIndex, peaks: StreamPeaks, map: SalienceMap, configuration: StreamMatcher.Configuration) {
    self.index = index
    self.peaks = peaks
    speedRange = configuration.speedRange
    patience = Int(max(4, configuration.interval + 1) * Analysis.ticksPerSecond)
    search = CandidateSearch(
      index: index, hypotheses: SpeedHypothesis.covering(configuration.speedRange), from: peaks.count)
    fitter = LineFitter(peaks: peaks, index: index)
    meter = EvidenceMeter(map: map, index: index)
    chance = ChanceModel(hours: index.durations.reduce(0, +) / 3_600)
    sightings.reserveCapacity(256)
    lines.reserveCapacity(Self.mostLines + 1)
  }

  /// Forgets the stream, whose peaks are forgotten too.
  func reset() {
    lines.removeAll(keepingCapacity: true)
    scatter = Scatter()
    random = RandomPlaces()
    isSearching = true
    sinceLesson = 0
    search.reset(from: 0)
  }

  /// Takes in the landmarks up to tick `now`.
  ///
  /// - Parameters:
  ///   - elapsed: seconds since the last step.
  ///   - limit: false alarms up to which a line explains the stream.
  func step(now: Int, elapsed: Double, limit: Double) {
    guard now > 0 else { return }
    sinceLesson += elapsed
    isLesson = sinceLesson > 0.9
    if isLesson { sinceLesson = 0 }
    follow(now)
    isSearching = !lines.contains { explains($0, now, limit) }
    guard isSearching else {
      search.rest()
      return
    }
    sightings.removeAll(keepingCapacity: true)
    search.search(peaks, elapsed: elapsed, memory: Self.memory) { candidate in
      let speed = search.hypotheses[candidate.hypothesis].speed
      guard let sighting = fitter.sight(speed: speed, offset: candidate.offset, now: now) else { return }
      if sighting.strength >= Self.sightingFloor { keep(sighting, now) }
    }
    sightings.sort { $0.strength > $1.strength }
    learnFromElsewhere(now, elapsed: elapsed)
    var verified = 0
    for sighting in sightings where verified < Self.mostVerified {
      if lines.contains(where: { $0.line.coincides(with: sighting.line, at: now) }) { continue }
      verified += 1
      verify(sighting.line, now)
    }
  }

  private func explains(_ tracked: TrackedLine, _ now: Int, _ limit: Double) -> Bool {
    tracked.falseAlarms <= min(limit, Self.sure) && tracked.evidence.until >= now - Self.freshness
      && tracked.evidence.latest > 0
      && tracked.from <= now - Self.survey
  }

  /// Learns how sums of evidence scatter on what is heard now, from places of the index that have nothing to do with it.
  private func learnFromElsewhere(_ now: Int, elapsed: Double) {
    scatter.fade(elapsed: elapsed)
    let from = start(now)
    guard now - from >= Self.shortestStandIn else { return }
    for _ in 0..<max(8, Int(Double(Self.standIns) * elapsed)) {
      let material = random.below(index.lists.count)
      let ticks = Int(index.durations[material] * Analysis.ticksPerSecond)
      let place = random.below(max(1, ticks - (now - from)))
      // What may be playing is like itself: its stand-ins are turned upside down.
      let isNear =
        sightings.contains { $0.line.material == material } || lines.contains { $0.line.material == material }
      learn(
        Line(material: material, anchor: from, reference: Double(place), rate: 1, pitch: 1), now, isMirrored: isNear)
    }
  }

  /// Learns it from a line that is not true: candidates resemble what is heard more than a place at random.
  ///
  /// A true line would not do: reversed loops are much like themselves. Nor would those of a pack of a few materials, most of
  /// which are in what plays.
  private func learn(from line: Line, _ evidence: Evidence, _ now: Int) {
    guard isLesson, evidence.strength < Self.doubtful, index.lists.count >= Self.manyMaterials,
      now - start(now) >= Self.shortestStandIn
    else { return }
    for _ in 0..<2 { learn(line, now, isMirrored: false) }
  }

  private func learn(_ line: Line, _ now: Int, isMirrored: Bool) {
    let from = start(now)
    if let deviation = meter.standIn(
      for: line, from: from, to: now, shift: random.below(now - from), isMirrored: isMirrored)
    {
      scatter.add(deviation)
    }
  }

  /// First tick that is measured.
  private func start(_ now: Int) -> Int { max(0, now - Self.window) }

  private func keep(_ sighting: LineFitter.Sighting, _ now: Int) {
    for i in sightings.indices where sightings[i].line.coincides(with: sighting.line, at: now) {
      if sightings[i].strength < sighting.strength { sightings[i] = sighting }
      return
    }
    sightings.append(sighting)
  }

  private func follow(_ now: Int) {
    for i in lines.indices {
      fitter.refine(
        &lines[i].line, from: now - 6 * StreamPeaks.ticksPerBlock, to: now, tolerance: .fine, looseness: 0.001)
      var evidence = meter.measure(lines[i].line, from: start(now), to: now, dispersion: scatter.dispersion)
      if isSearching { learn(from: lines[i].line, evidence, now) }
      // What was strong when it was heard does not get weaker because something else is heard since.
      if evidence.until <= lines[i].evidence.until {
        evidence.strength = max(evidence.strength, lines[i].evidence.strength)
      }
      lines[i].evidence = evidence
      lines[i].falseAlarms = chance.falseAlarms(strength: evidence.strength)
      lines[i].from = min(lines[i].from, evidence.from)
    }
    lines.removeAll {
      !$0.line.isPlausible(speedRange: speedRange) || $0.evidence.strength < Self.trackingFloor
        || $0.evidence.until < now - patience
    }
    // Two lines can converge.
    var i = 0
    while i < lines.count {
      if lines[..<i].contains(where: { $0.line.coincides(with: lines[i].line, at: now) }) {
        lines.remove(at: i)
      } else {
        i += 1
      }
    }
  }

  /// Fits a sighted line to longer and longer stretches and follows it if there is enough evidence.
  private func verify(_ sighted: Line, _ now: Int) {
    var line = sighted
    let second = StreamPeaks.ticksPerBlock
    fitter.refine(&line, from: now - 3 * second, to: now, tolerance: .medium, looseness: 0.004)
    fitter.refine(&line, from: now - 4 * second, to: now, tolerance: .fine, looseness: 0.003)
    fitter.refine(&line, from: now - 8 * second, to: now, tolerance: .fine, looseness: 0.001)
    guard line.isPlausible(speedRange: speedRange) else { return }
    let evidence = meter.measure(line, from: start(now), to: now, dispersion: scatter.dispersion)
    learn(from: line, evidence, now)
    guard evidence.strength >= Self.trackingFloor, evidence.until >= now - patience,
      !lines.contains(where: { $0.line.coincides(with: line, at: now) })
    else { return }
    if lines.count >= Self.mostLines {
      guard let weakest = lines.indices.min(by: { lines[$0].evidence.strength < lines[$1].evidence.strength }),
        lines[weakest].evidence.strength < evidence.strength
      else { return }
      lines.remove(at: weakest)
    }
    lines.append(
      TrackedLine(
        line: line, evidence: evidence, from: evidence.from,
        falseAlarms: chance.falseAlarms(strength: evidence.strength)))
  }
}
