extension ActivityRecord {
  /// Reads a line of type `activity`; nil when it is no such line or a required member is missing or mistyped.
  ///
  /// Times come back to the millisecond. Of the payload a line carries title and campaign only.
  public init?(parsing line: String) {
    guard let json = try? JSONValue(parsing: line) else { return nil }
    self.init(json: json)
  }

  /// Reads the object of a line of type `activity`.
  public init?(json: JSONValue) {
    guard json["v"]?.integerValue == 1, json["type"]?.stringValue == "activity",
      let event = (json["event"]?.stringValue).flatMap(ActivityEvent.Kind.init(rawValue:)),
      let revision = json["revision"]?.integerValue, let id = json["activity_id"]?.stringValue,
      let materialID = json["material_id"]?.stringValue, let start = TimelineJSON.nanoseconds(json["start"]),
      let observedAt = (json["observed_at"]?.stringValue).flatMap(Timestamp.init(parsing:))
    else { return nil }
    let marker = json["marker"].flatMap(MarkerIdentity.init(json:))
    var payload = CampaignPayload(
      activityID: id, materialID: materialID, title: json["title"]?.stringValue, campaign: json["campaign"]?.objectValue
    )
    if let marker { payload.attach(marker) }
    let alternatives = (json["alternatives"]?.arrayValue ?? []).compactMap { json -> MaterialAlternative? in
      guard let materialID = json["material_id"]?.stringValue else { return nil }
      return MaterialAlternative(
        materialID: materialID, position: Self.position(json["position"]), score: Int(json["score"]?.integerValue ?? 0))
    }
    let activity = Activity(
      id: id, revision: Int(revision), materialID: materialID, start: start,
      end: TimelineJSON.nanoseconds(json["end"]), position: Self.position(json["position"]),
      rate: json["rate"]?.doubleValue ?? 1, confidence: json["confidence"]?.doubleValue ?? 0,
      score: Int(json["score"]?.integerValue ?? 0), alternatives: alternatives, marker: marker, payload: payload,
      isSuperseded: json["superseded"]?.boolValue ?? false)
    self.init(event: event, activity: activity, observedAt: observedAt, source: json["source"]?.stringValue ?? "")
  }

  private static func position(_ seconds: JSONValue?) -> Int64 {
    TimelineJSON.nanoseconds(seconds).flatMap(Int64.init(exactly:)) ?? 0
  }
}
