/// A registered recording as a pack describes it.
public struct PackMaterial: Sendable, Equatable {
  /// What names the material in the pack and in everything said about it: 1…255 bytes of UTF-8 without control
  /// characters. Two ids that differ only in Unicode normalisation are the same id, as for any Swift string.
  public var id: String
  /// The title for people; may be empty. At most 65,535 bytes of UTF-8 without NUL, as `type` and `image`.
  public var title: String
  /// What kind of thing it is (`spot`, `song`…), nil when not known.
  public var type: String?
  /// The URL of a picture, nil when there is none.
  public var image: String?
  /// Length in seconds, 0…1,000,000. A builder sets it to the length of the material's fingerprint.
  public var duration: Double
  /// Anything else: the text of one JSON object, `{}` when there is nothing; at most 1 MiB.
  public var metadata: String
  /// What the embedded campaign provider answers with: the text of one JSON object, nil when there is no campaign; at
  /// most 1 MiB.
  public var campaign: String?

  /// Describes a material.
  public init(
    id: String, title: String = "", type: String? = nil, image: String? = nil, duration: Double = 0,
    metadata: String = "{}", campaign: String? = nil
  ) {
    self.id = id
    self.title = title
    self.type = type
    self.image = image
    self.duration = duration
    self.metadata = metadata
    self.campaign = campaign
  }
}
