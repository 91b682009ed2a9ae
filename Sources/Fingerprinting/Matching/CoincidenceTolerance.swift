/// How near a landmark of the stream must lie to where one of the material is predicted.
struct CoincidenceTolerance {
  /// Ticks.
  let reach: Int
  /// Steps of frequency.
  let steps: Double
  /// And this part of the frequency, for a pitch that is not known yet.
  let relative: Double

  /// A first look: the pitch is known to ±1 %.
  static let coarse = CoincidenceTolerance(reach: 16, steps: 7, relative: 0.008)
  static let medium = CoincidenceTolerance(reach: 6, steps: 7, relative: 0.004)
  /// What lines are fitted to.
  static let fine = CoincidenceTolerance(reach: 3, steps: 6, relative: 0.0005)

  @inline(__always)
  func frequency(at frequency: Double) -> Double { steps + relative * frequency }
}
