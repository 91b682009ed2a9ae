/// Why bytes are no fingerprint, or fingerprints no index.
public struct FingerprintError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public struct Code: Sendable, Equatable {
    private enum Value { case malformed, duration, tooLarge, damagedIndex }
    private let value: Value

    /// Packed landmarks that are not well formed.
    public static let malformed = Code(value: .malformed)
    /// A duration that is negative, not a number or too long.
    public static let duration = Code(value: .duration)
    /// More audio than one index holds.
    public static let tooLarge = Code(value: .tooLarge)
    /// Index sections that contradict themselves or each other.
    public static let damagedIndex = Code(value: .damagedIndex)
  }

  /// What is wrong, for programs.
  public let code: Code
  /// One sentence for people.
  public let description: String

  static func malformed(_ what: String) -> FingerprintError {
    FingerprintError(
      code: .malformed, description: "The fingerprint is malformed: \(what); make it again from the audio.")
  }

  static func duration(_ seconds: Double) -> FingerprintError {
    FingerprintError(
      code: .duration,
      description: "A duration of \(seconds) s is out of range (0 to \(Int(Fingerprint.longestDuration)) s).")
  }

  static let tooLarge = FingerprintError(
    code: .tooLarge, description: "The materials are too long for one index; divide them among several packs.")

  static func damagedIndex(_ what: String) -> FingerprintError {
    FingerprintError(code: .damagedIndex, description: "The index is damaged: \(what); build the pack again.")
  }
}
