/// Recognises the materials of an index in one stream of mono audio at `Analysis.sampleRate`.
///
/// Not thread-safe: one matcher serves one stream. The cost of an interval does not depend on what went before.
public final class StreamMatcher {
  /// How a stream is matched.
  public struct Configuration: Sendable, Equatable {
    /// Seconds between statements, 0.25 … 10.
    public var interval: Double
    /// Chance matches per 1,000 h that are tolerated.
    public var maxFalseAlarms: Double
    /// Largest deviation from the reference speed that is searched, 0 … 0.1.
    public var speedRange: Double

    public init(interval: Double = 1, maxFalseAlarms: Double = 1, speedRange: Double = 0.04) {
      self.interval = interval
      self.maxFalseAlarms = maxFalseAlarms
      self.speedRange = speedRange
    }
  }

  public let configuration: Configuration
  private var index: LandmarkIndex?
  private var materialIDs: [String]

  /// - Parameters:
  ///   - index: nil recognises nothing.
  ///   - materialIDs: of the index's materials, in order.
  public init(index: LandmarkIndex?, materialIDs: [String], configuration: Configuration = Configuration()) {
    self.configuration = configuration
    self.index = index
    self.materialIDs = materialIDs
  }

  /// Feeds samples in any chunking; those that are not finite count as 0.
  public func append(_ samples: UnsafeBufferPointer<Float>, _ onMatch: (Match) -> Void) {
  }

  /// Ends the stream: decides what is pending.
  public func finish(_ onMatch: (Match) -> Void) {
  }

  /// Forgets the stream and starts again at time 0; the index stays.
  public func reset() {
  }

  /// Matches against another index from now on; time goes on.
  public func replaceIndex(_ index: LandmarkIndex?, materialIDs: [String]) {
    self.index = index
    self.materialIDs = materialIDs
  }
}
