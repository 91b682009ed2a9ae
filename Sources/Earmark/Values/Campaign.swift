public import Recognition

/// What an application shows for a material: a view of the campaign's JSON object. What is absent, empty or of another
/// type there is nil here.
public struct Campaign: Sendable, Equatable {
  /// When a campaign runs.
  public struct Period: Sendable, Equatable, Codable {
    /// Its beginning; nil: open.
    public var start: Timestamp?
    /// Its end; nil: open.
    public var until: Timestamp?
  }

  /// The whole object, with whatever else it holds.
  public var object: [String: JSONValue]

  /// A campaign of a JSON object.
  public init(object: [String: JSONValue]) { self.object = object }

  /// Its id (`_id`).
  public var id: String? { text("_id") }
  /// What its owner calls it.
  public var name: String? { text("name") }
  /// What people are shown.
  public var title: String? { text("title") }
  /// A longer text for people.
  public var description: String? { text("description") }
  /// What kind of campaign it is.
  public var type: String? { text("type") }
  /// Whether it is running, as its owner says.
  public var state: String? { text("state") }
  /// URL of a picture.
  public var image: String? { text("image") }
  /// URL to open for who wants more (`action_url`).
  public var actionURL: String? { text("action_url") }
  /// When it was made (`created_at`).
  public var createdAt: Timestamp? { time(object["created_at"]) }
  /// When it runs (`operating_period`).
  public var operatingPeriod: Period? {
    guard let period = object["operating_period"], period.objectValue != nil else { return nil }
    return Period(start: time(period["start"]), until: time(period["until"]))
  }
  /// Whatever its owner added; empty where there is nothing.
  public var properties: [String: JSONValue] { object["properties"]?.objectValue ?? [:] }

  private func text(_ key: String) -> String? {
    guard let text = object[key]?.stringValue, !text.isEmpty else { return nil }
    return text
  }

  private func time(_ value: JSONValue?) -> Timestamp? { (value?.stringValue).flatMap(Timestamp.init(parsing:)) }
}

extension Campaign: Codable {
  /// Reads the JSON object.
  public init(from decoder: any Decoder) throws { self.init(object: try [String: JSONValue](from: decoder)) }

  /// Writes the JSON object.
  public func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }
}
