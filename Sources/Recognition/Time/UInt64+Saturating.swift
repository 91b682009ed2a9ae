extension UInt64 {
  /// The sum, at most `UInt64.max`.
  func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The difference, at least 0.
  func subtractingSaturating(_ other: UInt64) -> UInt64 {
    self > other ? self - other : 0
  }
}
