/// Cuts a stream into steps: every interval ends with a report, and is divided so that no step is longer than a second.
struct StepClock {
  struct Step {
    /// Samples since the stream began.
    var end: Int
    /// Seconds since the step before.
    var elapsed: Double
    /// Whether a report is due.
    var isReport: Bool
    /// Sample of the report before.
    var reported: Int
  }

  private let stepsPerInterval: Int
  private let interval: Double
  private var samples = 0
  private var steps = 0
  private var lastStep = 0

  init(interval: Double) {
    self.interval = interval
    stepsPerInterval = Int(interval.rounded(.up))
  }

  /// Ends lie at exact multiples of the interval, rounded to a sample, however many there were.
  private func end(ofStep step: Int) -> Int {
    Int((Double(step) * interval / Double(stepsPerInterval) * Double(Analysis.sampleRate)).rounded())
  }

  /// Samples until the next step ends.
  var samplesToNextStep: Int { end(ofStep: steps + 1) - samples }

  /// Counts samples, at most `samplesToNextStep`; gives the step they complete.
  mutating func advance(_ count: Int) -> Step? {
    samples += count
    guard samplesToNextStep == 0 else { return nil }
    steps += 1
    defer { lastStep = samples }
    return Step(
      end: samples, elapsed: Double(samples - lastStep) / Double(Analysis.sampleRate),
      isReport: steps % stepsPerInterval == 0, reported: end(ofStep: (steps - 1) / stepsPerInterval * stepsPerInterval))
  }

  /// The step up to the end of the stream; nil when there was no stream.
  func finish() -> Step? {
    guard samples > 0 else { return nil }
    let complete = steps / stepsPerInterval * stepsPerInterval
    let reported = end(ofStep: complete) == samples ? complete - stepsPerInterval : complete
    return Step(
      end: samples, elapsed: Double(samples - lastStep) / Double(Analysis.sampleRate), isReport: true,
      reported: end(ofStep: reported))
  }
}
