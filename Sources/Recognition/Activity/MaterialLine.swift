/// A straight line through a material: the place heard at one running time, and how fast it moves on.
///
/// Times up to 2⁶² ns, positions up to 2⁶⁰ ns and a usable rate keep every result in range.
struct MaterialLine: Sendable, Equatable {
  var materialID: String
  /// In nanoseconds, at `runningTime`.
  var position: Int64
  var runningTime: UInt64
  var rate: Double

  /// The rate, or 1 when it is none that audio is played at: outside 0.1 … 10, or no number.
  static func usable(rate: Double) -> Double {
    (0.1...10).contains(rate) ? rate : 1
  }

  /// The place at another running time; negative before the material's beginning.
  func position(at time: UInt64) -> Int64 {
    let elapsed = Int64(clamping: time) - Int64(clamping: runningTime)
    // Whole numbers stay exact at the usual rate; a Double holds 104 days of nanoseconds.
    let moved = rate == 1 ? elapsed : Int64((Double(elapsed) * rate).rounded().clamped(to: -0x1p62...0x1p62))
    let (sum, overflow) = position.addingReportingOverflow(moved)
    return overflow ? (moved < 0 ? .min : .max) : sum
  }

  /// Whether a place heard at a time is the one this line foretells, but for so many nanoseconds.
  func foretells(_ position: Int64, at time: UInt64, within tolerance: UInt64) -> Bool {
    distance(to: position, at: time) <= tolerance
  }

  /// How far a place heard at a time lies from the one this line foretells.
  func distance(to position: Int64, at time: UInt64) -> UInt64 {
    let foretold = self.position(at: time)
    let (difference, overflow) = position.subtractingReportingOverflow(foretold)
    return overflow ? .max : difference.magnitude
  }

  /// The earliest running time, not before `time`, at which the line is inside the material (its place is not
  /// negative); at most the line's own time.
  func start(notBefore time: UInt64) -> UInt64 {
    guard position(at: time) < 0 else { return time }
    let sinceBeginning = (Double(max(0, position)) / rate).rounded(.down).clamped(to: 0...0x1p62)
    return max(min(time, runningTime), runningTime.subtractingSaturating(UInt64(sinceBeginning)))
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
