extension CampaignTimeline {
  /// What a payload did to the timeline.
  public struct Outcome: Sendable, Equatable {
    /// What was done.
    public enum Action: String, Sendable, CaseIterable {
      /// A new row; with `ended` it is closed at once.
      case appended
      /// The current row has, or had already, what the payload says.
      case refined
      /// The current row ended.
      case closed
      /// Nothing happened, rightly.
      case ignored
      /// Nothing happened: report an invalid response.
      case invalid
    }

    /// Why nothing was done, or what to report besides.
    public enum Reason: String, Sendable, CaseIterable {
      /// Neither an activity nor a material is named.
      case missingIDs
      /// The activity's row is closed already.
      case closedActivity
      /// A new row would need a material.
      case missingMaterial
      /// A row was appended although the payload repeats the id of the row before: report it.
      case reusedActivityID
      /// The callback belongs to another session.
      case otherSession
      /// No session is running.
      case stopped
    }

    /// What was done.
    public let action: Action
    /// The rule that decided, 1 … 8; nil when the session did.
    public let rule: Int?
    /// The row that was appended, refined or closed, as it is now.
    public let row: TimelineRow?
    /// The row before, which a new one closed.
    public let closed: TimelineRow?
    /// Why nothing was done, or what to report besides; nil when all is well.
    public let reason: Reason?
    /// Whether any row is different now.
    public let isChange: Bool

    init(
      _ action: Action, rule: Int? = nil, row: TimelineRow? = nil, closed: TimelineRow? = nil, reason: Reason? = nil,
      isChange: Bool? = nil
    ) {
      self.action = action
      self.rule = rule
      self.row = row
      self.closed = closed
      self.reason = reason
      self.isChange = isChange ?? (row != nil)
    }
  }
}
