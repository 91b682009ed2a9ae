public import GStreamerKit
public import Recognition

extension ActivityEvent {
  /// Name of the event an API stage sends.
  public static let structureName = "earmark-activity"

  /// The event's structure.
  /// - Parameters:
  ///   - stage: name of the element that says it.
  ///   - runningTime: where the stream is, ns.
  ///   - streamTime: the same in stream time, ns.
  public func structure(stage: String, runningTime: UInt64, streamTime: UInt64) -> Structure {
    var structure = Structure(Self.structureName)
    structure["contract"] = StageContract.version
    structure["stage"] = stage
    structure["running-time"] = runningTime
    structure["stream-time"] = streamTime
    let heard = (activity.end ?? runningTime)
    structure["duration"] = heard >= activity.start ? heard - activity.start : 0
    structure["event"] = kind.rawValue
    structure["activity-id"] = activity.id
    structure["material-id"] = activity.materialID
    structure["revision"] = UInt32(clamping: activity.revision)
    structure["start"] = activity.start
    structure["end"] = activity.end ?? ClockTime.none
    structure["position"] = activity.position
    structure["rate"] = activity.rate
    structure["confidence"] = activity.confidence
    structure["score"] = Int32(clamping: activity.score)
    structure["alternatives"] = activity.alternatives.map(\.structure)
    structure["payload"] = activity.payload.json.text()
    if activity.isSuperseded { structure["superseded"] = true }
    if let marker = activity.marker { structure["marker"] = marker.json.text() }
    return structure
  }

  /// Reads an `earmark-activity` structure.
  /// - Throws: `ContractViolation`.
  public init(_ structure: Structure) throws(ContractViolation) {
    try structure.checkContract()
    let event = try structure.required("event", as: String.self)
    guard let kind = ActivityEvent.Kind(rawValue: event) else {
      throw ContractViolation("field event of \(structure.name) is \"\(event)\", not started, refined or ended")
    }
    let payloadText = try structure.required("payload", as: String.self)
    guard let json = try? JSONValue(parsing: payloadText), let payload = CampaignPayload(json: json) else {
      throw ContractViolation("field payload of \(structure.name) is no JSON object")
    }
    let alternatives: [Structure] = structure["alternatives"] ?? []
    let marker = (structure["marker"] as String?).flatMap { try? JSONValue(parsing: $0) }
      .flatMap(MarkerIdentity.init(json:))
    self.init(
      kind: kind,
      activity: Activity(
        id: try structure.requiredText("activity-id"),
        revision: Int(try structure.required("revision", as: UInt32.self)),
        materialID: try structure.requiredText("material-id"), start: try structure.required("start"),
        end: ClockTime.optional(try structure.required("end")), position: try structure.required("position"),
        rate: try structure.required("rate"), confidence: try structure.required("confidence"),
        score: Int(try structure.required("score", as: Int32.self)),
        alternatives: alternatives.compactMap(MaterialAlternative.init), marker: marker, payload: payload,
        isSuperseded: structure["superseded"] ?? false))
  }
}
