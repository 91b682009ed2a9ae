public import Recognition

/// The state of marker recognition at one moment.
public struct MarkerSnapshot: Sendable, Equatable, Codable {
  /// Where recognition stands.
  public var state: MarkerState
  /// One more with each start of capturing.
  public var generation: UInt
  /// One more with each change.
  public var revision: UInt
  /// There exactly when `state` is `identified`.
  public var marker: Marker?
  /// Wall-clock time of the latest evidence; nil before the first.
  public var observedAt: Timestamp?
  /// Wall-clock time at which that evidence lapses; nil before the first.
  public var expiresAt: Timestamp?

  /// A snapshot with the given values.
  public init(
    state: MarkerState, generation: UInt = 0, revision: UInt = 0, marker: Marker? = nil, observedAt: Timestamp? = nil,
    expiresAt: Timestamp? = nil
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

  /// Reads a line of type `marker-state`; nil for what is none.
  init?(parsing line: String) {
    guard let json = try? JSONValue(parsing: line), json["v"]?.integerValue == 1,
      json["type"]?.stringValue == "marker-state",
      let state = (json["state"]?.stringValue).flatMap(MarkerState.init(rawValue:)),
      let generation = (json["generation"]?.integerValue).flatMap(UInt.init(exactly:)),
      let revision = (json["revision"]?.integerValue).flatMap(UInt.init(exactly:))
    else { return nil }
    func time(_ key: String) -> Timestamp? { (json[key]?.stringValue).flatMap(Timestamp.init(parsing:)) }
    self.init(
      state: state, generation: generation, revision: revision,
      marker: json["marker"].flatMap(MarkerIdentity.init(json:)), observedAt: time("observed_at"),
      expiresAt: time("expires_at"))
  }
}
