/// A change of one activity, with its whole state after the change.
public struct ActivityEvent: Sendable, Equatable, Codable {
  /// What happened.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case started, refined, ended
  }

  /// What happened.
  public var kind: Kind
  /// The whole state after it.
  public var activity: Activity

  /// An event with the given values.
  public init(kind: Kind, activity: Activity) {
    self.kind = kind
    self.activity = activity
  }
}
