extension MaterialObservation {
  /// The latest running time that is one: 2⁶² ns, 146 years. Later ones (GST_CLOCK_TIME_NONE among them) say nothing.
  static let latestTime: UInt64 = 1 << 62
  private static let latestPosition: Int64 = 1 << 60
  private static let mostAlternatives = 16
  private static let longestStretch: UInt64 = 60_000_000_000

  /// The observation with everything in range, so that no arithmetic on it overflows; nil when it says nothing: no
  /// material, no running time, or false alarms that are no finite number.
  ///
  /// Positions are cut to 0 … 2⁶⁰ ns, evidence to the time up to `runningTime`, a rate outside 0.1 … 10 counts as 1,
  /// and the best 16 alternatives are kept.
  func sanitized() -> MaterialObservation? {
    guard !materialID.isEmpty, runningTime <= Self.latestTime, falseAlarms.isFinite else { return nil }
    var copy = self
    copy.position = Self.inRange(position)
    copy.duration = min(duration, Self.longestStretch)
    // Without a beginning of the evidence the stretch's stands in.
    copy.matchedFrom =
      matchedFrom == .max ? runningTime.subtractingSaturating(copy.duration) : min(matchedFrom, runningTime)
    copy.matchedUntil = max(copy.matchedFrom, min(matchedUntil ?? runningTime, runningTime))
    copy.score = max(0, score)
    copy.falseAlarms = max(0, falseAlarms)
    copy.rate = MaterialLine.usable(rate: rate)
    copy.alternatives = alternatives.lazy.filter { !$0.materialID.isEmpty }.prefix(Self.mostAlternatives).map {
      MaterialAlternative(materialID: $0.materialID, position: Self.inRange($0.position), score: max(0, $0.score))
    }
    return copy
  }

  private static func inRange(_ position: Int64) -> Int64 {
    min(max(0, position), latestPosition)
  }
}
