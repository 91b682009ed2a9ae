/// A material of an older segment as a newer one names it.
struct PackReference: Sendable, Hashable {
  /// The number of its segment, or `marker`.
  let segment: UInt32
  /// Its number in that segment, or the code of a marker.
  let number: UInt32

  /// Stands in place of a segment where a marker is meant.
  static let marker = UInt32.max
}
