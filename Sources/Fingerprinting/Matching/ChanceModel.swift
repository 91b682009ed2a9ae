/// Strength of evidence to matches expected by chance.
///
/// The strength of the best line of unrelated audio has an exponential tail; its two numbers are fitted to measurements
/// (`docs/fingerprint.md`, "False alarms").
enum ChanceModel {
  /// ln of the lines stronger than 0 that 1,000 h would hold if the tail began there.
  static let intercept = 19.0
  /// Decay of the tail for each nat of strength.
  static let slope = 0.7

  /// Lines at least this strong in 1,000 h of unrelated audio.
  static func falseAlarms(strength: Double) -> Double {
    NaturalLogarithm.exponential(intercept - slope * strength)
  }
}
