/// Recognises the materials of an index in one stream of mono audio at `Analysis.sampleRate`.
///
/// Not thread-safe: one matcher serves one stream. The cost of an interval does not depend on what went before.
///
/// A statement at time t rests on the landmarks decided by then, which reach to about t − 0.8 s; `finish` decides the rest.
public final class StreamMatcher {
  /// As it was given, in range.
  public let configuration: Configuration
  private let extractor: LandmarkExtractor
  private let map = SalienceMap()
  private let peaks = StreamPeaks()
  private var clock: StepClock
  private var tracker: LineTracker?
  private var materialIDs: [String]
  private var durations: [Double] = []
  /// Landmarks are decided up to here.
  private var decidedTick = 0
  /// The line of the last match, which keeps its place among equals.
  private var current: Line?

  /// - Parameters:
  ///   - index: nil recognises nothing.
  ///   - materialIDs: of the index's materials, in order.
  ///   - configuration: values out of range are taken to the nearest one in range.
  public init(index: LandmarkIndex?, materialIDs: [String], configuration: Configuration = Configuration()) {
    let configuration = configuration.inRange
    self.configuration = configuration
    self.materialIDs = materialIDs
    extractor = LandmarkExtractor(density: Analysis.streamDensity) { [map] in map.append($0) }
    clock = StepClock(interval: configuration.interval)
    replaceIndex(index, materialIDs: materialIDs)
  }

  /// Feeds samples in any chunking, which does not change the matches; those that are not finite count as 0.
  public func append(_ samples: UnsafeBufferPointer<Float>, _ onMatch: (Match) -> Void) {
    var rest = samples[...]
    while !rest.isEmpty {
      let count = min(rest.count, clock.samplesToNextStep)
      extractor.append(UnsafeBufferPointer(rebasing: rest.prefix(count))) { peaks.append($0) }
      rest = rest.dropFirst(count)
      if let step = clock.advance(count) {
        track(step)
        if step.isReport { report(end: step.end, since: step.reported, onMatch) }
      }
    }
  }

  /// Ends the stream: decides what is pending and gives the last statement, also when the stream ends exactly where one
  /// was due (it then replaces that one, with the evidence of the last second). `reset` comes before the next samples.
  public func finish(_ onMatch: (Match) -> Void) {
    extractor.finish { peaks.append($0) }
    map.finish()
    guard let step = clock.finish() else { return }
    track(step, isEnd: true)
    report(end: step.end, since: step.reported, onMatch)
  }

  /// Forgets the stream and starts again at time 0; the index stays.
  public func reset() {
    extractor.reset()
    peaks.reset()
    map.reset()
    clock = StepClock(interval: configuration.interval)
    tracker?.reset()
    decidedTick = 0
    current = nil
  }

  /// Matches against another index from now on; time goes on.
  public func replaceIndex(_ index: LandmarkIndex?, materialIDs: [String]) {
    self.materialIDs = materialIDs
    durations = index?.durations ?? []
    current = nil
    tracker = nil
    guard let index, index.materialCount > 0, index.materialCount == materialIDs.count else { return }
    tracker = LineTracker(index: index, peaks: peaks, map: map, configuration: configuration)
  }

  private func track(_ step: StepClock.Step, isEnd: Bool = false) {
    decidedTick = step.end / Analysis.samplesPerTick - (isEnd ? 0 : LandmarkExtractor.latency)
    tracker?.step(now: decidedTick, elapsed: step.elapsed, limit: configuration.maxFalseAlarms)
  }

  private func report(end: Int, since: Int, _ onMatch: (Match) -> Void) {
    guard let tracker else { return }
    let stretch = max(end - since, Analysis.sampleRate) / Analysis.samplesPerTick
    let heard = tracker.lines.filter {
      $0.falseAlarms <= configuration.maxFalseAlarms && $0.evidence.until >= decidedTick - stretch
    }
    guard let best = strongest(heard) else {
      current = nil
      return
    }
    current = best.line
    let endTick = Double(end) / Double(Analysis.samplesPerTick)
    let others = heard.filter { $0.line != best.line && $0.evidence.latest > 0.5 * best.evidence.latest }
      .sorted { $0.evidence.strength > $1.evidence.strength }
    onMatch(
      Match(
        end: Double(end) / Double(Analysis.sampleRate),
        duration: Double(end - since) / Double(Analysis.sampleRate),
        materialID: materialIDs[best.line.material],
        position: best.line.materialTick(endTick) / Analysis.ticksPerSecond,
        matchedFrom: Double(best.from) / Analysis.ticksPerSecond,
        matchedUntil: Double(best.evidence.until) / Analysis.ticksPerSecond,
        score: best.evidence.found, falseAlarms: best.falseAlarms, rate: best.line.rate,
        alternatives: others.map {
          Match.Alternative(
            materialID: materialIDs[$0.line.material],
            position: $0.line.materialTick(endTick) / Analysis.ticksPerSecond, score: $0.evidence.found)
        }))
  }

  /// Of the lines that explain the latest second about equally well the one that explains the whole best; the present one
  /// unless another does clearly better.
  private func strongest(_ heard: [TrackedLine]) -> TrackedLine? {
    guard let latest = heard.map(\.evidence.latest).max() else { return nil }
    let equal = heard.filter { $0.evidence.latest >= latest - 0.25 * abs(latest) }
    guard let best = equal.max(by: { $0.evidence.strength < $1.evidence.strength }) else { return nil }
    if let current, let same = equal.first(where: { $0.line.coincides(with: current, at: decidedTick) }),
      same.evidence.strength >= 0.8 * best.evidence.strength
    {
      return same
    }
    return best
  }
}
