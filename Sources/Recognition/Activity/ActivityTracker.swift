/// Makes activities out of observations.
public struct ActivityTracker: Sendable {
  public struct Configuration: Sendable, Equatable {
    /// An activity not heard for longer ends, in nanoseconds.
    public var hold: UInt64
    /// How far a position may miss the predicted one, in nanoseconds.
    public var restartTolerance: UInt64
    /// The limit of the fingerprint stage, chance matches per 1,000 h; a hop 100 times better needs no second one.
    public var maxFalseAlarms: Double

    public init(hold: UInt64 = 6_000_000_000, restartTolerance: UInt64 = 2_000_000_000, maxFalseAlarms: Double = 1) {
      self.hold = hold
      self.restartTolerance = restartTolerance
      self.maxFalseAlarms = maxFalseAlarms
    }
  }

  public var configuration: Configuration
  public var current: Activity? { nil }

  public init(configuration: Configuration = Configuration(), makeID: @escaping @Sendable () -> String = uuidV7) {
    self.configuration = configuration
  }

  public mutating func observe(
    _ observation: MaterialObservation, payload: (_ materialID: String) -> CampaignPayload?
  ) -> [ActivityEvent] { [] }

  public mutating func attach(_ marker: MarkerIdentity, from: UInt64, to: UInt64) -> [ActivityEvent] { [] }

  public mutating func refine(activityID: String, payload: CampaignPayload) -> [ActivityEvent] { [] }

  public mutating func advance(to runningTime: UInt64) -> [ActivityEvent] { [] }

  public mutating func end() -> [ActivityEvent] { [] }
}
