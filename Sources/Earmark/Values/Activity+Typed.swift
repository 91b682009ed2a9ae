public import Recognition

extension Recognition.Activity {
  /// What is heard.
  public var material: Material { Material(id: materialID, payload) }
  /// What to show; nil where the pack and the server have nothing.
  public var campaign: Campaign? { payload.campaign.map(Campaign.init(object:)) }
  /// Place in the material where this hearing began, in seconds.
  public var offset: Double { Double(position) / 1e9 }
  /// Wall-clock time at which this hearing began.
  public var observedAt: Timestamp? { payload.observedAt }
  /// Whether it has not ended yet.
  public var isCurrent: Bool { end == nil }

  /// Where in the material the sound is, in seconds, as it was heard and at its rate: it advances with the clock, up to
  /// the end of the hearing and of the material. It does not know of a pause.
  /// - Parameter moment: the wall-clock time to tell it for.
  public func predictedPosition(at moment: Timestamp = .now()) -> Double {
    let elapsed = observedAt.map(moment.nanoseconds(since:)) ?? 0
    let (time, overflow) = start.addingReportingOverflow(elapsed)
    let place = Double(position(at: min(overflow ? .max : time, end ?? .max))) / 1e9
    return min(place, payload.duration ?? .infinity)
  }
}
