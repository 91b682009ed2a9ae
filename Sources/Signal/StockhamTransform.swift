/// A real Fourier transform in SIMD: a complex Stockham transform of half the size (radix 4, a last radix 2 where the
/// size asks for it), then the split that undoes the packing of even and odd samples.
///
/// Stockham's self-sorting form (Cochran et al., "What is the fast Fourier transform?", 1967) needs no bit reversal; every
/// stage reads one pair of arrays and writes the other with unit stride, which is what SIMD wants.
public final class StockhamTransform: RealFourierTransform {
  /// Number of real input samples of one transform.
  public let size: Int

  /// Points of the complex transform.
  let half: Int
  private let memory: UnsafeMutablePointer<Float>
  let real0: UnsafeMutablePointer<Float>
  let imaginary0: UnsafeMutablePointer<Float>
  let real1: UnsafeMutablePointer<Float>
  let imaginary1: UnsafeMutablePointer<Float>
  /// cos and −sin of 2π·k / size for the split.
  let splitCosine: UnsafeMutablePointer<Float>
  let splitSine: UnsafeMutablePointer<Float>
  /// Six rows of n / 4 twiddle factors a stage: w, w², w³, each real then imaginary.
  let twiddles: UnsafeMutablePointer<Float>

  /// - Parameter size: a power of two from 64 on.
  public init(size: Int) {
    precondition(size >= 64 && size & (size - 1) == 0, "the size of a transform is a power of two, 64 or more")
    self.size = size
    half = size / 2
    // Four working arrays, two split tables, and at most 6·(n/4)·(1 + 1/4 + …) < 2·half + 64 twiddle factors.
    let padded = half + 16
    let total = 6 * padded + 2 * half + 64
    memory = .allocate(capacity: total)
    memory.initialize(repeating: 0, count: total)
    real0 = memory
    imaginary0 = memory + padded
    real1 = memory + 2 * padded
    imaginary1 = memory + 3 * padded
    splitCosine = memory + 4 * padded
    splitSine = memory + 5 * padded
    twiddles = memory + 6 * padded
    for k in 0...half {
      let turn = UnitCircle.point(k, of: size)
      splitCosine[k] = Float(turn.cosine)
      splitSine[k] = Float(-turn.sine)
    }
    var rows = twiddles
    var length = half
    while length >= 4 {
      let quarter = length / 4
      for p in 0..<quarter {
        for power in 1...3 {
          let turn = UnitCircle.point(p * power, of: length)
          rows[(2 * power - 2) * quarter + p] = Float(turn.cosine)
          rows[(2 * power - 1) * quarter + p] = Float(-turn.sine)
        }
      }
      rows += 6 * quarter
      length = quarter
    }
  }

  deinit { memory.deallocate() }

  /// Writes the bins from 0 to half the sampling rate.
  public func transform(
    _ input: UnsafePointer<Float>, real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>
  ) {
    let (zr, zi) = complexTransform(of: input)
    split(zr, zi) { k, re, im in
      real[k] = re
      imaginary[k] = im
    }
  }

  /// Writes |X[k]|² of those bins, eight at a time.
  public func powerSpectrum(of input: UnsafePointer<Float>, into power: UnsafeMutablePointer<Float>) {
    let (zr, zi) = complexTransform(of: input)
    splitPower(zr, zi, into: power)
  }
}
