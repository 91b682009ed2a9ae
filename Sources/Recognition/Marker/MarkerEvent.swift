/// What a change of marker recognition tells handlers.
public enum MarkerEvent: Sendable, Equatable {
  /// The state changed.
  case changed(MarkerSnapshot)
  /// The name of the identified marker changed; nil when there is none any more.
  case named(String?)
  /// A marker was resolved: once per activity and identity. The activity is nil when none is current.
  case resolved(MarkerIdentity, activityID: String?)
}
