/// Window functions for short-time spectra.
public enum Window {
  /// The Hann window in its even form, w[n] = ½ − ½·cos(2π·(n + ½) / count): symmetric, and nowhere zero.
  public static func hann(_ count: Int) -> [Float] {
    (0..<count).map { Float(0.5 - 0.5 * UnitCircle.point(2 * $0 + 1, of: 2 * count).cosine) }
  }
}
