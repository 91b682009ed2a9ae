/// Where analysed audio lies in running and stream time.
///
/// The matcher counts seconds of audio; timestamps may drift against that (the clocks of a sound card and of the pipeline
/// differ), so each buffer's timestamp is taken anew and times nearby are counted from it.
struct StreamClock: Equatable {
  /// What a buffer's timestamp means for the audio that was analysed so far.
  enum Step: Equatable {
    /// It goes on where the audio before it ended.
    case continues
    /// Audio of so many seconds is missing: short enough to go on over silence.
    case misses(Double)
    /// Another place: what was heard before has no connection with it.
    case breaks
  }

  /// Differences of timestamps up to this are jitter, s.
  static let jitter = 0.04
  /// Missing audio up to this is bridged, s.
  static let bridge = 2.0

  /// Audio analysed so far, s.
  private(set) var seconds = 0.0
  /// Running and stream time at `seconds`, ns; nil before the first timestamp.
  private var latest: (running: Double, stream: Double)?
  /// Audio seconds per second of running time: the segment's rate.
  private(set) var rate = 1.0

  static func == (left: StreamClock, right: StreamClock) -> Bool {
    left.seconds == right.seconds && left.latest?.running == right.latest?.running
      && left.latest?.stream == right.latest?.stream && left.rate == right.rate
  }

  /// What audio with this timestamp would be. Times in ns.
  func step(running: UInt64, rate: Double) -> Step {
    guard let latest else { return .continues }
    guard rate == self.rate else { return .breaks }
    let missing = (Double(running) - latest.running) / 1e9 * rate
    if abs(missing) <= Self.jitter { return .continues }
    return missing > 0 && missing <= Self.bridge ? .misses(missing) : .breaks
  }

  /// The next audio begins at these times, ns.
  mutating func synchronize(running: UInt64, stream: UInt64, rate: Double) {
    latest = (Double(running), Double(stream))
    self.rate = rate
  }

  /// So much audio was analysed, s.
  mutating func advance(_ duration: Double) {
    seconds += duration
    // Audio without any timestamp is counted from 0.
    let known = latest ?? (0, 0)
    latest = (known.running + duration / rate * 1e9, known.stream + duration * 1e9)
  }

  /// Running time of a moment, in seconds of analysed audio; ns, 0 at the least.
  func running(at moment: Double) -> UInt64 {
    UInt64(clampedNanoseconds: (latest?.running ?? 0) + (moment - seconds) / rate * 1e9)
  }

  /// Stream time of such a moment, ns.
  func stream(at moment: Double) -> UInt64 {
    UInt64(clampedNanoseconds: (latest?.stream ?? 0) + (moment - seconds) * 1e9)
  }
}

extension UInt64 {
  /// Nearest representable value; 0 for what is not finite.
  init(clampedNanoseconds value: Double) {
    guard value.isFinite, value > 0 else {
      self = 0
      return
    }
    self = value < 1.8e19 ? UInt64(value.rounded()) : .max
  }
}
