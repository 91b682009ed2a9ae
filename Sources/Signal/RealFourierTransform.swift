/// A discrete Fourier transform of real input: X[k] = Σ x[n]·exp(−2πi·k·n/size).
///
/// An instance owns its working memory, so it serves one thread at a time.
public protocol RealFourierTransform: AnyObject {
  /// Number of real input samples of one transform.
  var size: Int { get }

  /// Writes the `size / 2 + 1` bins from 0 to half the sampling rate.
  ///
  /// - Parameters:
  ///   - input: `size` samples.
  ///   - real: room for `size / 2 + 1` values.
  ///   - imaginary: room for `size / 2 + 1` values.
  func transform(
    _ input: UnsafePointer<Float>, real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>)

  /// Writes |X[k]|² of the `size / 2 + 1` bins from 0 to half the sampling rate.
  func powerSpectrum(of input: UnsafePointer<Float>, into power: UnsafeMutablePointer<Float>)
}
