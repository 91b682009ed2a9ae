/// Finds, verifies and follows the lines of a stream.
final class LineTracker {
  /// Lines that are followed at once.
  private static let mostLines = 12
  /// Candidates that are verified in full in one step.
  private static let mostVerified = 6
  /// Weakest sighting and weakest evidence that are followed up, nats.
  private static let sightingFloor = 3.0
  private static let trackingFloor = 6.0
  /// Ticks that are measured: enough for what is barely audible, and bounded.
  private static let window = 12 * StreamPeaks.ticksPerBlock
  /// Ticks that the search looks back after a rest.
  private static let memory = 3 * StreamPeaks.ticksPerBlock
  /// Ticks without evidence after which a line is dropped.
  private static let patience = 4 * StreamPeaks.ticksPerBlock
  /// A line explains the stream while its evidence is no older than this.
  private static let freshness = 60
  /// The search goes on this long after the first evidence, to find all places that fit.
  private static let survey = 4 * StreamPeaks.ticksPerBlock

  private let peaks: StreamPeaks
  private let search: CandidateSearch
  private let fitter: LineFitter
  private let meter: EvidenceMeter
  private let chance: ChanceModel
  private var sightings: [LineFitter.Sighting] = []
  private(set) var lines: [TrackedLine] = []

  /// - Parameter peaks: of the stream; those already in it are not searched again.
  init(index: LandmarkIndex, peaks: StreamPeaks, speedRange: Double) {
    self.peaks = peaks
    search = CandidateSearch(
      index: index, hypotheses: SpeedHypothesis.covering(speedRange), from: peaks.count)
    fitter = LineFitter(peaks: peaks, index: index)
    meter = EvidenceMeter(peaks: peaks, index: index)
    chance = ChanceModel(hours: index.durations.reduce(0, +) / 3_600)
    sightings.reserveCapacity(256)
    lines.reserveCapacity(Self.mostLines + 1)
  }

  /// Forgets the stream, whose peaks are forgotten too.
  func reset() {
    lines.removeAll(keepingCapacity: true)
    search.reset(from: 0)
  }

  /// Takes in the landmarks up to tick `now`.
  ///
  /// - Parameters:
  ///   - elapsed: seconds since the last step.
  ///   - limit: false alarms up to which a line explains the stream.
  func step(now: Int, elapsed: Double, limit: Double) {
    guard now > 0 else { return }
    follow(now)
    if lines.contains(where: { explains($0, now, limit) }) {
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
    var verified = 0
    for sighting in sightings where verified < Self.mostVerified {
      if lines.contains(where: { $0.line.coincides(with: sighting.line, at: now) }) { continue }
      verified += 1
      verify(sighting.line, now)
    }
  }

  private func explains(_ tracked: TrackedLine, _ now: Int, _ limit: Double) -> Bool {
    tracked.falseAlarms <= limit && tracked.evidence.until >= now - Self.freshness && tracked.evidence.latest > 0
      && tracked.from <= now - Self.survey
  }

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
      let start = max(0, now - Self.window)
      let evidence = meter.measure(lines[i].line, from: start, to: now)
      lines[i].evidence = evidence
      lines[i].falseAlarms = chance.falseAlarms(strength: evidence.strength)
      lines[i].from = min(lines[i].from, evidence.from)
    }
    lines.removeAll {
      !$0.line.isPlausible || $0.evidence.strength < Self.trackingFloor
        || $0.evidence.until < now - Self.patience
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
    guard line.isPlausible else { return }
    let evidence = meter.measure(line, from: max(0, now - Self.window), to: now)
    guard evidence.strength >= Self.trackingFloor, evidence.until >= now - Self.patience,
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
