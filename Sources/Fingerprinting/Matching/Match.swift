/// A material heard in a stretch of a stream. Times are in seconds since the stream began or was last reset.
public struct Match: Sendable, Equatable {
  /// Another place that fits what was heard: another material with the same content, or the same material elsewhere.
  public struct Alternative: Sendable, Equatable {
    /// The other material, or the same one.
    public let materialID: String
    /// Place in that material at the match's `end`, seconds.
    public let position: Double
    /// Landmarks of that material that were heard.
    public let score: Int

    /// An alternative with the given values.
    public init(materialID: String, position: Double, score: Int) {
      self.materialID = materialID
      self.position = position
      self.score = score
    }
  }

  /// End of the stretch the match speaks of.
  public let end: Double
  /// Length of that stretch.
  public let duration: Double
  /// What is heard.
  public let materialID: String
  /// Place in the material at `end`, seconds; past its duration when it has just ended.
  public let position: Double
  /// First evidence of this hearing.
  public let matchedFrom: Double
  /// Last evidence of this hearing so far.
  public let matchedUntil: Double
  /// Landmarks of the material that were heard.
  public let score: Int
  /// Matches at least this strong to be expected by chance in 1,000 h of other audio.
  public let falseAlarms: Double
  /// Playback speed against the reference.
  public let rate: Double
  /// Other places that fit, best first.
  public let alternatives: [Alternative]

  /// 1 / (1 + falseAlarms), for people.
  public var confidence: Double { 1 / (1 + falseAlarms) }

  /// A match with the given values.
  public init(
    end: Double, duration: Double, materialID: String, position: Double, matchedFrom: Double, matchedUntil: Double,
    score: Int, falseAlarms: Double, rate: Double, alternatives: [Alternative] = []
  ) {
    self.end = end
    self.duration = duration
    self.materialID = materialID
    self.position = position
    self.matchedFrom = matchedFrom
    self.matchedUntil = matchedUntil
    self.score = score
    self.falseAlarms = falseAlarms
    self.rate = rate
    self.alternatives = alternatives
  }
}
