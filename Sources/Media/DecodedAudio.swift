/// What is known of an input after it was decoded.
public struct DecodedAudio: Sendable, Equatable {
  /// Of the audio that was delivered, in seconds.
  public var duration: Double
  /// The title from the file's tags, if it has one.
  public var title: String?
  /// Why not all of the input could be decoded: it is cut off or damaged behind what was delivered.
  public var damage: DecodeError?

  /// A result with the given values.
  public init(duration: Double, title: String? = nil, damage: DecodeError? = nil) {
    self.duration = duration
    self.title = title
    self.damage = damage
  }
}
