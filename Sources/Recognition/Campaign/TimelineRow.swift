/// One row of an application's timeline. Times are nanoseconds on whatever clock the caller uses throughout.
public struct TimelineRow: Sendable, Equatable, Codable {
  /// Nil until an older server's payloads name one.
  public var activityID: String?
  /// What was heard.
  public var materialID: String
  /// When the row's material was first observed.
  public var start: UInt64
  /// Nil while the row is current; never before `start`.
  public var end: UInt64?
  /// The first payload, refined by the later ones.
  public var payload: CampaignPayload
  /// A wrong first choice: not to be shown, what was really heard has a row of its own.
  public var isSuperseded: Bool

  /// A row with the given values.
  public init(
    activityID: String?, materialID: String, start: UInt64, end: UInt64? = nil, payload: CampaignPayload,
    isSuperseded: Bool = false
  ) {
    self.activityID = activityID
    self.materialID = materialID
    self.start = start
    self.end = end
    self.payload = payload
    self.isSuperseded = isSuperseded
  }

  /// Whether the row still lasts.
  public var isCurrent: Bool { end == nil }
}
