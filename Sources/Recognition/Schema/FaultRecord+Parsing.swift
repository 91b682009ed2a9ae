extension FaultRecord {
  /// Reads a line of type `fault`; nil when it is no such line or a required member is missing or mistyped.
  public init?(parsing line: String) {
    guard let json = try? JSONValue(parsing: line), json["v"]?.integerValue == 1,
      json["type"]?.stringValue == "fault", let stage = json["stage"]?.stringValue,
      let code = (json["code"]?.integerValue).flatMap({ Int(exactly: $0) }), let text = json["text"]?.stringValue,
      let observedAt = (json["observed_at"]?.stringValue).flatMap(Timestamp.init(parsing:))
    else { return nil }
    self.init(
      stage: stage, code: code, text: text, retryIn: TimelineJSON.nanoseconds(json["retry_in"]),
      isRestored: json["restored"]?.boolValue ?? false, observedAt: observedAt,
      source: json["source"]?.stringValue ?? "")
  }
}
