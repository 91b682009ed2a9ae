public import GStreamerKit
public import Recognition

extension MarkerIdentity {
  /// Name of the event an API stage sends once per change.
  public static let structureName = "earmark-marker-identity"

  /// The event's structure, for the evidence that was resolved.
  public func structure(stage: String, evidence: MarkerEvidence) -> Structure {
    var structure = Structure(Self.structureName)
    structure["contract"] = StageContract.version
    structure["stage"] = stage
    structure["running-time"] = evidence.runningTime
    structure["stream-time"] = evidence.streamTime
    structure["duration"] = evidence.duration
    structure["marker-id"] = id
    structure["marker-name"] = name
    structure["attributes"] = JSONValue.object(attributes).text()
    structure["valid-for"] = evidence.validFor
    return structure
  }

  /// Reads an `earmark-marker-identity` structure.
  /// - Throws: `ContractViolation`.
  public init(_ structure: Structure) throws(ContractViolation) {
    try structure.checkContract()
    let text = structure["attributes"] ?? "{}"
    self.init(
      id: try structure.requiredText("marker-id"), name: try structure.requiredText("marker-name"),
      attributes: (try? JSONValue(parsing: text))?.objectValue ?? [:])
  }
}
