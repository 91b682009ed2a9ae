/// One continuous hearing of one material. Times are running times in nanoseconds.
public struct Activity: Sendable, Equatable, Codable {
  /// UUIDv7, lower case.
  public var id: String
  /// 1 when it starts, one more with each event.
  public var revision: Int
  /// What is heard.
  public var materialID: String
  /// Where the evidence begins.
  public var start: UInt64
  /// Nil while it lasts; never before `start`.
  public var end: UInt64?
  /// Place in the material at `start`, in nanoseconds, 0 or more.
  public var position: Int64
  /// Playback speed against the reference.
  public var rate: Double
  /// Of the best evidence so far, from 0 to 1.
  public var confidence: Double
  /// Of the best evidence so far.
  public var score: Int
  /// Other readings of the latest evidence, best first.
  public var alternatives: [MaterialAlternative]
  /// The resolved marker heard with it, the latest of several.
  public var marker: MarkerIdentity?
  /// What to show; its `activityID` and `materialID` are this activity's.
  public var payload: CampaignPayload
  /// A wrong first choice that later evidence corrected: ended at its start, not to be shown.
  public var isSuperseded: Bool

  /// An activity with the given values; without a payload it gets one that names activity and material only.
  public init(
    id: String, revision: Int = 1, materialID: String, start: UInt64, end: UInt64? = nil, position: Int64 = 0,
    rate: Double = 1, confidence: Double = 1, score: Int = 0, alternatives: [MaterialAlternative] = [],
    marker: MarkerIdentity? = nil, payload: CampaignPayload? = nil, isSuperseded: Bool = false
  ) {
    self.id = id
    self.revision = revision
    self.materialID = materialID
    self.start = start
    self.end = end
    self.position = position
    self.rate = rate
    self.confidence = confidence
    self.score = score
    self.alternatives = alternatives
    self.marker = marker
    self.payload = payload ?? CampaignPayload(activityID: id, materialID: materialID)
    self.isSuperseded = isSuperseded
  }
}
