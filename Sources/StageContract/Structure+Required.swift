public import GStreamerKit

extension Structure {
  /// A required field, read tolerantly: any integer type that is in range.
  /// - Throws: `ContractViolation` when it is missing, mistyped or out of range.
  func required<T: ValueConvertible>(_ field: String, as type: T.Type = T.self) throws(ContractViolation) -> T {
    guard has(field) else { throw ContractViolation("\(name) has no field \(field)") }
    guard let value: T = self[field] else {
      throw ContractViolation("field \(field) of \(name) is no \(T.self) or out of its range")
    }
    return value
  }

  /// A required string that must not be empty.
  func requiredText(_ field: String) throws(ContractViolation) -> String {
    let text = try required(field, as: String.self)
    guard !text.isEmpty else { throw ContractViolation("field \(field) of \(name) is empty") }
    return text
  }

  /// Checks the `contract` field.
  /// - Throws: `ContractViolation` when it is missing, or newer than ours: then naming both versions.
  public func checkContract() throws(ContractViolation) {
    let version = try required("contract", as: Int32.self)
    guard version <= StageContract.version else {
      throw ContractViolation(
        "\(name) speaks stage contract \(version), but this stage knows \(StageContract.version) at most",
        isNewerContract: true)
    }
    guard version >= 1 else { throw ContractViolation("\(name) has contract \(version); the first one is 1") }
  }
}
