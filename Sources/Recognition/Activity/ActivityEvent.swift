/// A change of one activity, with its whole state after the change.
public struct ActivityEvent: Sendable, Equatable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case started, refined, ended
  }

  public var kind: Kind
  public var activity: Activity

  public init(kind: Kind, activity: Activity) {
    self.kind = kind
    self.activity = activity
  }
}
