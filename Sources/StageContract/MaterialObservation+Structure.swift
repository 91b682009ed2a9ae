public import GStreamerKit
public import Recognition

extension MaterialObservation {
  /// Name of the event a fingerprint stage sends.
  public static let structureName = "earmark-material"

  /// The event's structure.
  /// - Parameters:
  ///   - stage: name of the element that says it.
  ///   - streamTime: stream time of the end of the stretch, ns.
  public func structure(stage: String, streamTime: UInt64) -> Structure {
    var structure = Structure(Self.structureName)
    structure["contract"] = StageContract.version
    structure["stage"] = stage
    structure["running-time"] = runningTime
    structure["stream-time"] = streamTime
    structure["duration"] = duration
    structure["material-id"] = materialID
    structure["position"] = position
    structure["matched-from"] = matchedFrom
    if let matchedUntil { structure["matched-until"] = matchedUntil }
    structure["score"] = Int32(clamping: score)
    structure["false-alarms"] = falseAlarms
    structure["confidence"] = confidence
    structure["rate"] = rate
    structure["alternatives"] = alternatives.map(\.structure)
    return structure
  }

  /// Reads an `earmark-material` structure.
  /// - Throws: `ContractViolation`.
  public init(_ structure: Structure) throws(ContractViolation) {
    try structure.checkContract()
    let alternatives: [Structure] = structure["alternatives"] ?? []
    self.init(
      materialID: try structure.requiredText("material-id"), position: try structure.required("position"),
      matchedFrom: try structure.required("matched-from"), matchedUntil: structure["matched-until"],
      runningTime: try structure.required("running-time"), duration: try structure.required("duration"),
      score: Int(try structure.required("score", as: Int32.self)),
      falseAlarms: try structure.required("false-alarms"), rate: try structure.required("rate"),
      alternatives: alternatives.compactMap(MaterialAlternative.init))
  }
}
