public import Recognition
import Synchronization

/// What comes out. There may be any number of readers; each sequence has one.
///
/// A sequence belongs to the session begun last, or, before any, to the first; it begins with what that session has
/// given so far, and ends with it. The newest `Configuration.bufferLimit` elements wait for a reader.
extension Recognizer {
  /// The rows of the timeline: each when it begins, when it is refined, and when it has ended. First those that are
  /// there, once each.
  public var timeline: AsyncStream<TimelineRow> { hub.sequence(\.rowReaders) { $0.timeline.rows } }

  /// The activities: each with every change, also late ones of one that is no longer current. First those that are
  /// there, once each, oldest first.
  public var activities: AsyncStream<Activity> {
    hub.sequence(\.activityReaders) { $0.history.results.reversed().map(\.activity) }
  }

  /// The states of markers; first the present one.
  public var markerSnapshots: AsyncStream<MarkerSnapshot> {
    hub.sequence(\.markerReaders) { $0.marker.map { [$0] } ?? [] }
  }

  /// The states of the session; first the present one. `stopped` is the last.
  public var states: AsyncStream<State> { hub.sequence(\.stateReaders) { $0.session == 0 ? [] : [$0.lifecycle] } }

  /// Trouble that passes, from now on.
  public var faults: AsyncStream<FaultRecord> { hub.sequence(\.faultReaders) { _ in [] } }

  /// Where the session stands; `stopped` before the first.
  public var state: State { hub.state.withLock { $0.lifecycle } }

  /// The rows of the session, or of the last one, oldest first; the latest thousand that have ended.
  public var rows: [TimelineRow] { hub.state.withLock { $0.timeline.shownRows } }

  /// The row that lasts, if any.
  public var currentRow: TimelineRow? { hub.state.withLock { $0.timeline.current } }

  /// The activities of the session, or of the last one, newest first; the latest thousand.
  public var history: [Activity] {
    hub.state.withLock { $0.history.results.map(\.activity) }.filter { !$0.isSuperseded }
  }

  /// The latest state of markers; nil where no marker stage listens.
  public var markerSnapshot: MarkerSnapshot? { hub.state.withLock { $0.marker } }
}
