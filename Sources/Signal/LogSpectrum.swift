/// Logarithmic spectra in fixed point: `unitsPerOctave` units for each doubling of power (3.01 dB), as `Int16`.
///
/// Integers make everything that follows exact: sums that slide for hours do not drift, and results do not depend on how
/// the audio was cut into chunks.
public enum LogSpectrum {
  /// Units for a doubling of power; one unit is 0.006 dB.
  public static let unitsPerOctave = 512

  /// `decibels` of power ratio in units.
  public static func units(decibels: Double) -> Int16 {
    Int16(clamping: Int((decibels / 3.010_299_956_639_812 * Double(unitsPerOctave)).rounded()))
  }

  /// Writes round(512·log2(power + 2⁻²⁴)) for `count` values, a multiple of 8.
  ///
  /// Values stay within −12,288 (nothing) and 32,767; the largest error of the logarithm is 2·10⁻⁵ octaves. log2 is the
  /// exponent plus a polynomial in the mantissa m − 1 that is exact at both ends, so it is continuous.
  ///
  /// - Parameters:
  ///   - power: not negative, at most 2⁶³, not NaN (`SampleGate` bounds the samples that lead here).
  ///   - levels: room for `count` values.
  public static func quantize(
    _ power: UnsafePointer<Float>, into levels: UnsafeMutablePointer<Int16>, count: Int
  ) {
    let out = UnsafeMutableRawPointer(levels)
    let floor = Float(sign: .plus, exponent: -24, significand: 1)
    // Adding 1.5·2²³ leaves the rounded integer in the low bits of the sum.
    let rounding: Float = 12_582_912
    for k in stride(from: 0, to: count, by: 8) {
      let value = load(SIMD8<Float>.self, power + k) + floor
      let bits = unsafeBitCast(value, to: SIMD8<Int32>.self)
      let mantissaBits = (bits & 0x7F_FFFF) | 0x3F80_0000
      let x = unsafeBitCast(mantissaBits, to: SIMD8<Float>.self) - 1
      let bow = x - x * x
      let fraction = x + bow * (0.441_835_9 + x * (-0.266_536_3 + x * (0.147_018_8 - x * 0.044_243_7)))
      let scaled = fraction * Float(unitsPerOctave) + rounding
      let fractionUnits = unsafeBitCast(scaled, to: SIMD8<Int32>.self) & 0x3F_FFFF
      let exponent = (bits &>> 23) &- 127
      let units = exponent &* Int32(unitsPerOctave) &+ fractionUnits
      out.storeBytes(of: SIMD8<Int16>(truncatingIfNeeded: units), toByteOffset: 2 * k, as: SIMD8<Int16>.self)
    }
  }
}
