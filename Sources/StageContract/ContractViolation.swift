/// Why a structure was dropped: a required field is missing, mistyped or out of range, or its contract is newer than ours.
public struct ContractViolation: Error, Sendable, Equatable {
  /// One sentence naming the structure and the field.
  public let message: String
  /// Whether the structure was written for a newer contract, which a stage reports as an error.
  public let isNewerContract: Bool

  init(_ message: String, isNewerContract: Bool = false) {
    self.message = message
    self.isNewerContract = isNewerContract
  }
}
