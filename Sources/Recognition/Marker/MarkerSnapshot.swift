/// The state of marker recognition at one moment. Times are running times in nanoseconds.
public struct MarkerSnapshot: Sendable, Equatable, Codable {
  /// Where recognition stands.
  public var state: MarkerState
  /// One more with each start of capturing.
  public var generation: UInt
  /// One more with each change.
  public var revision: UInt
  /// There exactly when `state` is `identified`.
  public var marker: MarkerIdentity?
  /// When the latest evidence was decoded; nil before the first.
  public var observedAt: UInt64?
  /// When that evidence lapses; nil before the first.
  public var expiresAt: UInt64?

  /// A snapshot with the given values.
  public init(
    state: MarkerState, generation: UInt = 0, revision: UInt = 0, marker: MarkerIdentity? = nil,
    observedAt: UInt64? = nil, expiresAt: UInt64? = nil
  ) {
    self.state = state
    self.generation = generation
    self.revision = revision
    self.marker = marker
    self.observedAt = observedAt
    self.expiresAt = expiresAt
  }

  /// Whether this snapshot was made after another one: by generation, then by revision.
  public func isNewer(than other: MarkerSnapshot) -> Bool {
    (generation, revision) > (other.generation, other.revision)
  }
}
