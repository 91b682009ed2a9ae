/// How much further sums of evidence scatter on the audio heard now than those of independent trials would.
///
/// Trials of one line hang together: notes are held, drums beat on the grid, in the stream as in the material. How much
/// depends on the stream: hardly in noise, much in dance music. It is measured with stand-ins, lines that cannot be true.
struct Scatter {
  /// What is taken for granted before much was heard: a cautious variance, which counts like this many stand-ins.
  private static let usualCount: Float = 8
  private static let usualVariance: Float = 4

  private var count: Float = 0
  private var sum: Float = 0
  private var squares: Float = 0

  /// Takes how many standard deviations the sum of a stand-in lies above what is expected of independent trials.
  mutating func add(_ deviation: Float) {
    count += 1
    sum += deviation
    squares += deviation * deviation
  }

  /// Forgets a tenth a second.
  mutating func fade(elapsed: Double) {
    let rest = Float(1 - 0.1 * min(1, elapsed))
    count *= rest
    sum *= rest
    squares *= rest
  }

  /// Variance of the sums over that of independent trials, at least 1; a mean that lies too high counts too.
  var dispersion: Double {
    let total = count + Self.usualCount
    let mean = sum / total
    let variance = (squares + Self.usualCount * Self.usualVariance) / total - mean * mean
    let excess = max(0, mean)
    return Double(max(1, variance + excess * excess))
  }
}
