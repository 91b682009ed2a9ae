extension StreamMatcher {
  /// How a stream is matched.
  public struct Configuration: Sendable, Equatable {
    /// Seconds between statements, 0.25 … 10.
    public var interval: Double
    /// Chance matches per 1,000 h that are tolerated.
    public var maxFalseAlarms: Double
    /// Largest deviation from the reference speed that is searched, 0 … 0.1.
    public var speedRange: Double

    /// A configuration; values out of range are taken to the nearest one in range by the matcher.
    public init(interval: Double = 1, maxFalseAlarms: Double = 1, speedRange: Double = 0.04) {
      self.interval = interval
      self.maxFalseAlarms = maxFalseAlarms
      self.speedRange = speedRange
    }

    /// The nearest configuration in range, defaults for what is not a number.
    var inRange: Configuration {
      Configuration(
        interval: interval.clamped(to: 0.25...10, otherwise: 1),
        maxFalseAlarms: maxFalseAlarms.clamped(to: 0...1e12, otherwise: 1),
        speedRange: speedRange.clamped(to: 0...0.1, otherwise: 0.04))
    }
  }
}
