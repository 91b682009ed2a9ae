/// What an application shows for a hearing: the campaign payload.
///
/// Always true: `marker` and `trait["marker"]` are the same or both absent; `audioMarkerID` and `audioMarkerName` are
/// both there or both absent; no text field is an empty string. Keys that are not known are kept in `other`.
public struct CampaignPayload: Sendable, Equatable {
  /// Exact id of the hearing; absent in older payloads.
  public var activityID: String? { didSet { activityID = activityID.nonEmpty } }
  /// The recognised material. `_id` repeats it in JSON.
  public var materialID: String? { didSet { materialID = materialID.nonEmpty } }
  /// The material's own title.
  public var title: String? { didSet { title = title.nonEmpty } }
  /// The material's own type.
  public var type: String? { didSet { type = type.nonEmpty } }
  /// A URL.
  public var image: String? { didSet { image = image.nonEmpty } }
  /// Of the material, in seconds.
  public var duration: Double?
  /// Place in the material when first heard, in milliseconds.
  public var position: Int64?
  /// Evidence count of the match.
  public var score: Double?
  /// The campaign's object: `_id`, `name`, `title`, `description`, `type`, `state`, `image`, `action_url`, `created_at`,
  /// `operating_period`, `properties`, and what else a server sends.
  public var campaign: [String: JSONValue]? { didSet { campaign = campaign.nonEmpty } }
  /// Name of the resolved marker. `trait["marker"]` repeats it.
  public private(set) var marker: String?
  /// Id of the resolved marker, together with its name.
  public private(set) var audioMarkerID: String?
  /// Name of the resolved marker, together with its id.
  public private(set) var audioMarkerName: String?
  /// Attributes of the marker and other properties of the activity.
  public private(set) var trait: [String: JSONValue]?
  /// Wall-clock time of the observation.
  public var observedAt: Timestamp?
  /// Everything else the payload carried.
  public var other: [String: JSONValue] = [:]

  /// A payload without campaign and marker.
  public init(
    activityID: String? = nil, materialID: String?, title: String? = nil, type: String? = nil, image: String? = nil,
    duration: Double? = nil, campaign: [String: JSONValue]? = nil
  ) {
    self.activityID = activityID.nonEmpty
    self.materialID = materialID.nonEmpty
    self.title = title.nonEmpty
    self.type = type.nonEmpty
    self.image = image.nonEmpty
    self.duration = duration
    self.campaign = campaign.nonEmpty
  }

  /// Sets the marker fields and the trait together, so that they never contradict each other.
  ///
  /// - Parameters:
  ///   - marker: Name of the marker; nil takes the one of `trait`, else `audioMarkerName`.
  ///   - audioMarkerID: Counts only together with `audioMarkerName`.
  ///   - audioMarkerName: Counts only together with `audioMarkerID`.
  ///   - trait: Its own `marker` is replaced.
  public mutating func setMarker(
    _ marker: String?, audioMarkerID: String?, audioMarkerName: String?, trait: [String: JSONValue]?
  ) {
    let isResolved = audioMarkerID.nonEmpty != nil && audioMarkerName.nonEmpty != nil
    self.audioMarkerID = isResolved ? audioMarkerID : nil
    self.audioMarkerName = isResolved ? audioMarkerName : nil
    self.marker = marker.nonEmpty ?? (trait?["marker"]?.stringValue).nonEmpty ?? self.audioMarkerName
    var trait = trait ?? [:]
    trait["marker"] = self.marker.map(JSONValue.string)
    self.trait = trait.isEmpty ? nil : trait
  }

  /// Puts a resolved marker on the payload: its attributes win over what `trait` had under the same keys.
  ///
  /// An identity without id or name changes nothing.
  public mutating func attach(_ identity: MarkerIdentity) {
    guard identity.isResolved else { return }
    var attributes = identity.attributes
    attributes["marker"] = nil
    setMarker(
      identity.name, audioMarkerID: identity.id, audioMarkerName: identity.name,
      trait: (trait ?? [:]).merging(attributes) { _, attribute in attribute })
  }

  /// The resolved marker the payload carries, if any; its attributes are unknown here.
  public var markerIdentity: MarkerIdentity? {
    guard let audioMarkerID, let audioMarkerName else { return nil }
    return MarkerIdentity(id: audioMarkerID, name: audioMarkerName)
  }
}

extension String? {
  /// Nil instead of an empty string.
  var nonEmpty: String? {
    guard let self, !self.isEmpty else { return nil }
    return self
  }
}

extension [String: JSONValue]? {
  /// Nil instead of an empty object.
  var nonEmpty: [String: JSONValue]? {
    guard let self, !self.isEmpty else { return nil }
    return self
  }
}
