/// What a segment is to hold.
struct PackSegmentContent {
  /// The materials in the order of its index.
  var entries: [PackEntry] = []
  /// Where each material stands among those of all segments; nil for their order here.
  var ordinals: [UInt32]?
  /// Codes ascend.
  var markers: [PackMarker] = []
  /// Materials and markers of older segments that are no more.
  var removals: [PackReference] = []
  /// Materials of older segments that have another campaign.
  var amendments: [(material: PackReference, campaign: String?)] = []

  var isEmpty: Bool { entries.isEmpty && markers.isEmpty && removals.isEmpty && amendments.isEmpty }
}
