/// A line that is followed from interval to interval.
struct TrackedLine {
  var line: Line
  var evidence: Evidence
  /// First evidence of this hearing, ticks.
  var from: Int

  /// Matches this strong expected by chance in 1,000 h.
  var falseAlarms: Double
}
