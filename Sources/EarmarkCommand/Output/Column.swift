/// A column of a result table.
struct Column: Sendable, Equatable {
  /// The heading in text and CSV and the key in JSON.
  let name: String
  /// The least width in text when rows are printed as they come.
  let width: Int
  /// Whether text aligns it right.
  let alignedRight: Bool

  init(_ name: String, width: Int = 0, alignedRight: Bool = false) {
    self.name = name
    self.width = width
    self.alignedRight = alignedRight
  }
}
