#if canImport(Glibc)
  import Glibc
#endif

/// The few functions of the C library that matching needs.
enum NaturalLogarithm {
  static func of(_ x: Double) -> Double { log(x) }
  static func exponential(_ x: Double) -> Double { exp(x) }
}
