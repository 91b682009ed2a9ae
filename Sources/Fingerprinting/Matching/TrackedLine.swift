/// A line that is followed from interval to interval.
struct TrackedLine {
  var line: Line
  var evidence: Evidence
  /// First evidence of this hearing, ticks.
  var from: Int

  init(line: Line, evidence: Evidence) {
    self.line = line
    self.evidence = evidence
    from = evidence.from
  }

  /// Matches this strong expected by chance in 1,000 h.
  var falseAlarms: Double { ChanceModel.falseAlarms(strength: evidence.strength) }
}
