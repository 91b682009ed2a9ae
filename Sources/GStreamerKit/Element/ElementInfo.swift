/// What `gst-inspect-1.0` prints about an element, and what registers it.
public struct ElementInfo: Sendable {
  /// The factory's name, such as `earfingerprint`.
  public var name: String
  /// A few words for people.
  public var longName: String
  /// Such as `Filter/Analyzer/Audio`.
  public var category: String
  /// One sentence on what the element does.
  public var about: String
  /// Names and addresses, separated by commas.
  public var author: String
  /// 0 (never chosen automatically) for all of Earmark's elements.
  public var rank: UInt32
  /// The pads that every instance has.
  public var pads: [PadTemplate]

  /// A description; see the properties.
  public init(
    _ name: String, longName: String, category: String, about: String, author: String = "The Earmark authors",
    rank: UInt32 = 0, pads: [PadTemplate]
  ) {
    self.name = name
    self.longName = longName
    self.category = category
    self.about = about
    self.author = author
    self.rank = rank
    self.pads = pads
  }
}
