extension CampaignPayload {
  private static let knownKeys: Set<String> = [
    "activity_id", "material_id", "_id", "title", "type", "image", "duration", "position", "score", "campaign",
    "marker", "audio_marker_id", "audio_marker_name", "trait", "observed_at",
  ]

  /// Reads a payload, tolerantly: a known field of the wrong type or out of range counts as absent, an older payload
  /// may name its material in `_id` only. Nil when the value is no object.
  public init?(json: JSONValue) {
    guard let object = json.objectValue else { return nil }
    self.init(
      activityID: object["activity_id"]?.stringValue,
      materialID: (object["material_id"]?.stringValue).nonEmpty ?? object["_id"]?.stringValue,
      title: object["title"]?.stringValue, type: object["type"]?.stringValue, image: object["image"]?.stringValue,
      duration: object["duration"]?.doubleValue.flatMap { $0 >= 0 ? $0 : nil },
      campaign: object["campaign"]?.objectValue)
    position = object["position"]?.integerValue.flatMap { $0 >= 0 ? $0 : nil }
    score = object["score"]?.doubleValue
    setMarker(
      object["marker"]?.stringValue, audioMarkerID: object["audio_marker_id"]?.stringValue,
      audioMarkerName: object["audio_marker_name"]?.stringValue, trait: object["trait"]?.objectValue)
    observedAt = object["observed_at"]?.stringValue.flatMap(Timestamp.init(parsing:))
    other = object.filter { !Self.knownKeys.contains($0.key) }
  }

  /// The payload as a JSON object; absent fields are left out.
  public var json: JSONValue {
    var object = other
    object["activity_id"] = activityID.map(JSONValue.string)
    object["material_id"] = materialID.map(JSONValue.string)
    object["_id"] = object["material_id"]
    object["title"] = title.map(JSONValue.string)
    object["type"] = type.map(JSONValue.string)
    object["image"] = image.map(JSONValue.string)
    object["duration"] = duration.flatMap(Self.json(number:))
    object["position"] = position.map(JSONValue.integer)
    object["score"] = score.flatMap(Self.json(number:))
    object["campaign"] = campaign.map(JSONValue.object)
    object["marker"] = marker.map(JSONValue.string)
    object["audio_marker_id"] = audioMarkerID.map(JSONValue.string)
    object["audio_marker_name"] = audioMarkerName.map(JSONValue.string)
    object["trait"] = trait.map(JSONValue.object)
    object["observed_at"] = observedAt.map { .string($0.text) }
    return .object(object)
  }

  /// A whole number without decimals, none for what JSON cannot say.
  private static func json(number: Double) -> JSONValue? {
    guard number.isFinite else { return nil }
    return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
  }
}

extension CampaignPayload: Codable {
  /// Reads the JSON object of the payload.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    guard let payload = CampaignPayload(json: json) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not an object"))
    }
    self = payload
  }

  /// Writes the JSON object of the payload.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
