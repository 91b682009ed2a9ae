public import Recognition

extension Recognition.TimelineRow {
  /// What was heard.
  public var material: Material { Material(id: materialID, payload) }
  /// What to show; nil where the pack and the server have nothing.
  public var campaign: Campaign? { payload.campaign.map(Campaign.init(object:)) }
  /// The marker heard with it; its attributes are in the payload's `trait`.
  public var marker: Marker? { payload.markerIdentity }
  /// Wall-clock time of the first observation.
  public var observedAt: Timestamp? { payload.observedAt }
}
