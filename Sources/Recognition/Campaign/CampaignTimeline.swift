/// The reducer for campaign callbacks: makes an application's rows out of payloads.
///
/// For a payload with activity id *a* and material id *m* the first line that matches decides (`Outcome.rule`):
/// 1. Both missing: ignored, an invalid response.
/// 2. *a* belongs to a closed row: ignored. A delayed refinement changes neither the current row nor history.
/// 3. No current row, and *m* present: appended, current. Without *m*: ignored, invalid.
/// 4. *m* present and not the current row's: the current row is closed, a new one appended. A different material is
///    always a boundary, also when *a* is the current row's id, which the outcome reports (`reusedActivityID`). The id
///    then belongs to a closed row: by rule 2 it can refine neither.
/// 5. *a* is the current row's id: the row is refined. The timeline is never searched by activity, campaign or material.
/// 6. *a* missing and *m* the current row's: refined. A fallback for older payloads, only ever for the current row.
/// 7. *a* new, the current row without an id: the row adopts *a* and is refined.
/// 8. *a* new, the same *m*, the current row with another id: closed, appended. Without *m*: ignored, invalid.
///
/// Refining keeps the first observation and never degrades a row (`CampaignPayload.merging(newer:)`). `ended` closes the
/// row it refined or appended.
///
/// Memory is bounded: of the closed rows the latest `capacity` are kept, of the ids of closed rows the latest 4,096.
public struct CampaignTimeline: Sendable {
  /// Closed rows kept.
  public let capacity: Int
  private var closedRows: [TimelineRow] = []
  private var currentRow: TimelineRow?
  private var closedIDs = RecentSet(capacity: 4096)
  private var session: Session = .open

  private enum Session: Sendable {
    /// Never started: everything without a session id counts.
    case open
    case running(String)
    case stopped
  }

  /// An empty timeline that keeps so many closed rows.
  public init(capacity: Int = 1000) {
    self.capacity = max(1, capacity)
  }

  /// All rows in the order they began; at most the last one is current.
  public var rows: [TimelineRow] { closedRows + (currentRow.map { [$0] } ?? []) }

  /// The rows to show: all but the superseded ones.
  public var shownRows: [TimelineRow] { rows.filter { !$0.isSuperseded } }

  /// The row that lasts, if any.
  public var current: TimelineRow? { currentRow }

  /// Begins a session: closes the current row; from now on payloads that carry another session's id are dropped.
  @discardableResult
  public mutating func start(session id: String, at time: UInt64) -> TimelineRow? {
    session = .running(id)
    return closeCurrent(at: time)
  }

  /// Ends the session: closes the current row; whatever arrives before the next start is dropped.
  @discardableResult
  public mutating func stop(at time: UInt64) -> TimelineRow? {
    session = .stopped
    return closeCurrent(at: time)
  }

  /// Takes a payload in.
  ///
  /// - Parameters:
  ///   - payload: What a stage or server says.
  ///   - kind: What happened to the activity; nil for an older payload, which says nothing about it.
  ///   - time: For `ended` the activity's end, else its start or the time of the observation.
  ///   - isSuperseded: The activity was a wrong first choice.
  ///   - session: The session the callback belongs to, when it carries one.
  @discardableResult
  public mutating func apply(
    _ payload: CampaignPayload, kind: ActivityEvent.Kind? = nil, at time: UInt64, isSuperseded: Bool = false,
    session: String? = nil
  ) -> Outcome {
    if let reason = rejection(of: session) { return Outcome(.ignored, reason: reason) }
    let activity = payload.activityID
    let material = payload.materialID

    if activity == nil && material == nil { return Outcome(.invalid, rule: 1, reason: .missingIDs) }
    if let activity, closedIDs.contains(activity) { return Outcome(.ignored, rule: 2, reason: .closedActivity) }

    let ending: Ending? = kind == .ended ? Ending(time: time, isSuperseded: isSuperseded) : nil
    guard let row = currentRow else {
      guard let material else { return Outcome(.invalid, rule: 3, reason: .missingMaterial) }
      return append(material, payload, at: time, ending, rule: 3)
    }
    if let material, material != row.materialID {
      let isReused = activity != nil && activity == row.activityID
      return append(material, payload, at: time, ending, rule: 4, reason: isReused ? .reusedActivityID : nil)
    }
    guard let activity else { return refine(row, payload, ending, rule: 6) }
    if activity == row.activityID { return refine(row, payload, ending, rule: 5) }
    if row.activityID == nil { return refine(row, payload, ending, rule: 7) }
    guard let material else { return Outcome(.invalid, rule: 8, reason: .missingMaterial) }
    return append(material, payload, at: time, ending, rule: 8)
  }

  private struct Ending {
    var time: UInt64
    var isSuperseded: Bool
  }

  private func rejection(of callback: String?) -> Outcome.Reason? {
    switch session {
    case .open: callback == nil ? nil : .otherSession
    case .running(let id): callback == nil || callback == id ? nil : .otherSession
    case .stopped: .stopped
    }
  }

  private mutating func append(
    _ material: String, _ payload: CampaignPayload, at time: UInt64, _ ending: Ending?, rule: Int,
    reason: Outcome.Reason? = nil
  ) -> Outcome {
    let closed = closeCurrent(at: time)
    let row = TimelineRow(activityID: payload.activityID, materialID: material, start: time, payload: payload)
    currentRow = row
    if let ending {
      let ended = closeCurrent(at: ending.time, isSuperseded: ending.isSuperseded)
      return Outcome(.appended, rule: rule, row: ended, closed: closed, reason: reason)
    }
    return Outcome(.appended, rule: rule, row: row, closed: closed, reason: reason)
  }

  private mutating func refine(
    _ row: TimelineRow, _ payload: CampaignPayload, _ ending: Ending?, rule: Int
  ) -> Outcome {
    var refined = row
    refined.payload = row.payload.merging(newer: payload)
    refined.activityID = row.activityID ?? payload.activityID
    currentRow = refined
    if let ending {
      let ended = closeCurrent(at: ending.time, isSuperseded: ending.isSuperseded)
      return Outcome(.closed, rule: rule, row: ended)
    }
    return Outcome(.refined, rule: rule, row: refined, isChange: refined != row)
  }

  private mutating func closeCurrent(at time: UInt64, isSuperseded: Bool = false) -> TimelineRow? {
    guard var row = currentRow else { return nil }
    currentRow = nil
    row.end = max(row.start, time)
    row.isSuperseded = isSuperseded
    if let id = row.activityID { closedIDs.insert(id) }
    closedRows.append(row)
    // Cut in larger steps, so that a long life costs no move of all rows for each new one.
    if closedRows.count >= capacity + capacity / 2 + 1 { closedRows.removeFirst(closedRows.count - capacity) }
    return row
  }
}
