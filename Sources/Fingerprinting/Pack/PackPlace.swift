/// Where a material is stored.
struct PackPlace: Sendable, Hashable {
  /// Place of its segment in the section table's order.
  let segment: Int
  /// Its number in that segment.
  let number: Int
}
