/// One line of type `marker-state`.
public struct MarkerStateRecord: Sendable, Equatable {
  /// The state the line tells.
  public var snapshot: MarkerSnapshot
  /// Wall-clock time of the latest evidence; nil before the first.
  public var observedAt: Timestamp?
  /// Wall-clock time at which that evidence lapses; nil before the first.
  public var expiresAt: Timestamp?

  /// A record with the given values.
  public init(snapshot: MarkerSnapshot, observedAt: Timestamp?, expiresAt: Timestamp?) {
    self.snapshot = snapshot
    self.observedAt = observedAt
    self.expiresAt = expiresAt
  }

  /// A record of a snapshot of a stream whose running time 0 was at `clockStart`.
  public init(_ snapshot: MarkerSnapshot, clockStart: Timestamp) {
    self.init(
      snapshot: snapshot, observedAt: snapshot.observedAt.map(clockStart.adding(nanoseconds:)),
      expiresAt: snapshot.expiresAt.map(clockStart.adding(nanoseconds:)))
  }

  /// `{"v":1,"type":"marker-state","state":…,"generation":…,"revision":…,"marker":{…}|null,"observed_at":…,
  /// "expires_at":…}`; both times are null before the first evidence.
  public var line: String {
    var writer = LineWriter(type: "marker-state")
    writer.string("state", snapshot.state.rawValue)
    writer.raw("generation", String(snapshot.generation))
    writer.raw("revision", String(snapshot.revision))
    writer.marker(snapshot.marker)
    writer.string("observed_at", observedAt?.text)
    writer.string("expires_at", expiresAt?.text)
    return writer.finish()
  }
}
