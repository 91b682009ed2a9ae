/// A fingerprint stage's statement about one stretch of audio: this material was heard. Times are running times in
/// nanoseconds.
public struct MaterialObservation: Sendable, Equatable, Codable {
  /// What was heard; not empty.
  public var materialID: String
  /// Place in the material heard at `runningTime`, in nanoseconds.
  public var position: Int64
  /// Where the matched evidence begins.
  public var matchedFrom: UInt64
  /// Where the matched evidence ends; nil is `runningTime`.
  public var matchedUntil: UInt64?
  /// The end of the stretch.
  public var runningTime: UInt64
  /// Length of the stretch, in nanoseconds.
  public var duration: UInt64
  /// Evidence count.
  public var score: Int
  /// Expected chance matches at least this strong per 1,000 h of unrelated audio, 0 or more.
  public var falseAlarms: Double
  /// Playback speed against the reference, 1 is unchanged.
  public var rate: Double
  /// Other readings, best first.
  public var alternatives: [MaterialAlternative]

  /// An observation with the given values, unchecked: the tracker copes with any.
  public init(
    materialID: String, position: Int64, matchedFrom: UInt64, matchedUntil: UInt64? = nil, runningTime: UInt64,
    duration: UInt64, score: Int, falseAlarms: Double, rate: Double = 1, alternatives: [MaterialAlternative] = []
  ) {
    self.materialID = materialID
    self.position = position
    self.matchedFrom = matchedFrom
    self.matchedUntil = matchedUntil
    self.runningTime = runningTime
    self.duration = duration
    self.score = score
    self.falseAlarms = falseAlarms
    self.rate = rate
    self.alternatives = alternatives
  }

  /// 1/(1 + `falseAlarms`), from 0 to 1: for people.
  public var confidence: Double { 1 / (1 + falseAlarms) }
}
