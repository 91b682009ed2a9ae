/// A melody of plucked tones that is the same for the same seed and unlike that of any other.
public struct Tune: Sendable {
  private var state: UInt64
  private let rate: Double

  public init(seed: UInt64, rate: Int = 8000) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    self.rate = Double(rate)
  }

  private mutating func random(_ range: Range<Int>) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Int(state % UInt64(range.count))
  }

  /// So many seconds in -0.8…0.8.
  public static func samples(seed: UInt64, seconds: Double, rate: Int = 8000) -> [Float] {
    var tune = Tune(seed: seed, rate: rate)
    return tune.samples(seconds: seconds)
  }

  private mutating func samples(seconds: Double) -> [Float] {
    var output = [Float](repeating: 0, count: Int(seconds * rate))
    var onset = 0.0
    while onset < seconds {
      // Two voices, notes of the equal-tempered scale between 110 Hz and 1.8 kHz.
      for _ in 0..<2 {
        let frequency = 110 * Self.power(1.059_463_094, random(0..<48))
        Self.pluck(&output, at: Int(onset * rate), rotation: 2 * Double.pi * frequency / rate, rate: rate)
      }
      onset += Double(random(8..<32)) / 100
    }
    return output
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { value, _ in value * base }
  }

  /// Adds a decaying tone of 0.6 seconds, made by turning a phasor so that no sine is needed.
  private static func pluck(_ output: inout [Float], at start: Int, rotation: Double, rate: Double) {
    // sin and cos of a small angle by their series; the phasor is kept at its decaying length by `decay` alone.
    let cosine = 1 - rotation * rotation / 2 + rotation * rotation * rotation * rotation / 24
    let sine = (1 - cosine * cosine).squareRoot()
    let decay = 1 - 6 / rate
    var real = 0.2
    var imaginary = 0.0
    for index in start..<min(output.count, start + Int(0.6 * rate)) {
      output[index] += Float(imaginary + imaginary * abs(imaginary))
      let next = (real * cosine - imaginary * sine) * decay
      imaginary = (real * sine + imaginary * cosine) * decay
      real = next
    }
  }
}
