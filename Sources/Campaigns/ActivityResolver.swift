public import Recognition

/// Turns what the stages observe into activities with their campaigns and markers: the activity tracker with a provider
/// to ask. Pure: the stage around it pushes what comes out.
public struct ActivityResolver: Sendable {
  /// What a decoded marker led to.
  public struct MarkerOutcome: Sendable, Equatable {
    /// The identity to announce: only when it changed.
    public var announced: MarkerIdentity?
    /// Activities that it refined.
    public var events: [ActivityEvent] = []
  }

  /// Whom to ask; nil answers nothing. May change at any time: what is current keeps its answers.
  public var provider: (any CampaignProvider)?
  private var tracker: ActivityTracker
  /// The marker announced last, and until when (running time, ns) hearing it again is no news.
  private var heard: (marker: MarkerIdentity, until: UInt64)?

  /// A resolver that has heard nothing and has nobody to ask. `makeID` gives the activities' ids.
  public init(
    configuration: ActivityTracker.Configuration, makeID: @escaping @Sendable () -> String = uuidV7
  ) {
    tracker = ActivityTracker(configuration: configuration, makeID: makeID)
  }

  /// How patient and how strict it is; may change at any time.
  public var configuration: ActivityTracker.Configuration {
    get { tracker.configuration }
    set { tracker.configuration = newValue }
  }

  /// A material was heard.
  public mutating func observe(_ observation: MaterialObservation) -> [ActivityEvent] {
    tracker.observe(observation) { [provider] in provider?.payload(materialID: $0) }
  }

  /// A marker code was decoded from the stretch `from`…`to` (running time, ns); the evidence holds for `validFor` ns.
  public mutating func decoded(code: UInt64, from: UInt64, to: UInt64, validFor: UInt64) -> MarkerOutcome {
    guard let marker = provider?.marker(code: code) else {
      // Whoever follows has lost the one before to a code without a name.
      heard = nil
      return MarkerOutcome()
    }
    let isNews = heard.map { $0.marker != marker || $0.until < to } ?? true
    let (until, overflow) = to.addingReportingOverflow(validFor)
    heard = (marker, overflow ? .max : until)
    return MarkerOutcome(announced: isNews ? marker : nil, events: tracker.attach(marker, from: from, to: to))
  }

  /// The stream went on to this running time, ns.
  public mutating func advance(to runningTime: UInt64) -> [ActivityEvent] { tracker.advance(to: runningTime) }

  /// The stream ended or broke off: so does what is current.
  public mutating func end() -> [ActivityEvent] {
    heard = nil
    return tracker.end()
  }
}
