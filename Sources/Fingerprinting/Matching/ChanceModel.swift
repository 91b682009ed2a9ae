/// Strength of evidence to matches expected by chance.
///
/// The strength of the best line of unrelated audio has an exponential tail, and a pack of twice the length has twice as
/// many places to fit by chance. The numbers are fitted to measurements (`docs/fingerprint.md`, "False alarms").
struct ChanceModel {
  /// ln of the lines stronger than 0 that 1,000 h would hold against a pack of one hour if the tail began there.
  private static let intercept = 13.5
  /// Decay of the tail for each nat of strength.
  private static let slope = 0.463

  private let logHours: Double

  /// - Parameter hours: length of the pack; one below an hour counts as one of an hour.
  init(hours: Double) {
    logHours = NaturalLogarithm.of(max(1, hours))
  }

  /// Lines at least this strong in 1,000 h of unrelated audio.
  func falseAlarms(strength: Double) -> Double {
    NaturalLogarithm.exponential(Self.intercept + logHours - Self.slope * strength)
  }
}
