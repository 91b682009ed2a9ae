import Recognition

/// What is recognised: a spot, a song, a programme.
public struct Material: Sendable, Equatable, Codable {
  /// Its id in the pack.
  public var id: String
  /// What people call it; the id where it has no title.
  public var title: String
  /// What kind of thing it is, where that is known.
  public var type: String?
  /// URL of a picture, where one is known.
  public var image: String?
  /// Its length in seconds, where that is known.
  public var duration: Double?

  /// A material with the given values.
  public init(id: String, title: String? = nil, type: String? = nil, image: String? = nil, duration: Double? = nil) {
    self.id = id
    self.title = title ?? id
    self.type = type
    self.image = image
    self.duration = duration
  }

  init(id: String, _ payload: CampaignPayload) {
    self.init(
      id: id, title: payload.title, type: payload.type, image: payload.image, duration: payload.duration)
  }
}
