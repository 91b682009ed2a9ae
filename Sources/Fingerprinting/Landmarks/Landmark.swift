/// A peak of the time-frequency plane.
struct Landmark: Equatable, Sendable {
  /// Centre of the peak in ticks since the first sample.
  var tick: Int
  /// Frequency in steps, 0 ..< `Analysis.frequencySteps`.
  var frequency: Int
}
