#if canImport(Glibc)
  import Glibc
#endif

/// Points of the unit circle for tables.
enum UnitCircle {
  /// cos and sin of 2π·k / count.
  static func point(_ k: Int, of count: Int) -> (cosine: Double, sine: Double) {
    let angle = 2 * Double.pi * Double(k % count) / Double(count)
    return (cos(angle), sin(angle))
  }
}
