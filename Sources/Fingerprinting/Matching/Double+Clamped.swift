extension Double {
  /// The nearest value in a range, `otherwise` for NaN.
  func clamped(to range: ClosedRange<Double>, otherwise: Double) -> Double {
    isNaN ? otherwise : min(max(self, range.lowerBound), range.upperBound)
  }
}
