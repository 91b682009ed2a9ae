/// Makes samples safe for arithmetic: what is not finite, beyond ±65,536 or closer to zero than 10⁻¹⁰ becomes 0.
///
/// The upper bound keeps powers far from overflow; the lower one (−200 dB full scale) keeps denormal numbers, which
/// processors handle many times slower, out of the spectra.
public enum SampleGate {
  /// The largest magnitude that passes.
  public static let ceiling: Float = 65_536
  /// The smallest magnitude that passes.
  public static let floor: Float = 1e-10

  /// Copies `count` samples, replacing the unsafe ones by 0.
  public static func copy(
    _ samples: UnsafePointer<Float>, count: Int, to destination: UnsafeMutablePointer<Float>
  ) {
    var n = 0
    while n + 8 <= count {
      let x = load(SIMD8<Float>.self, samples + n)
      let magnitude = x.replacing(with: -x, where: x .< 0)
      // NaN compares false, so it does not pass.
      let passes = (magnitude .>= floor) .& (magnitude .<= ceiling)
      store(SIMD8<Float>.zero.replacing(with: x, where: passes), destination + n)
      n += 8
    }
    while n < count {
      let magnitude = samples[n].magnitude
      destination[n] = magnitude >= floor && magnitude <= ceiling ? samples[n] : 0
      n += 1
    }
  }
}
