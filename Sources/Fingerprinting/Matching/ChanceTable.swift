/// How likely each class of salience is by chance, in each context (see `SalienceMap`).
enum ChanceTable {
  /// Context of a bin with a sum over 30 frames: how many of the edges it reaches. In signs, not comparisons, because
  /// those become instructions on every processor.
  @inline(__always)
  static func binContext(_ sum: SIMD16<Int16>) -> SIMD16<Int16> {
    var context = SIMD16<Int16>()
    context &-= (SIMD16(repeating: 89) &- sum) &>> 15
    context &-= (SIMD16(repeating: 149) &- sum) &>> 15
    context &-= (SIMD16(repeating: 194) &- sum) &>> 15
    context &-= (SIMD16(repeating: 239) &- sum) &>> 15
    context &-= (SIMD16(repeating: 269) &- sum) &>> 15
    context &-= (SIMD16(repeating: 299) &- sum) &>> 15
    context &-= (SIMD16(repeating: 329) &- sum) &>> 15
    context &-= (SIMD16(repeating: 359) &- sum) &>> 15
    return context
  }

  /// Sums over 96 bins from which on the context of a frame is one higher.
  static let frameEdges: [UInt16] = [2.5, 4, 5.5, 7, 8.5, 10].map { UInt16($0 * 96) }
  private static let binContexts = 9
  static let frameContexts = 7
  private static let contexts = binContexts * frameContexts

  /// λ: from what is hardly audible to what is clean.
  private static let tilts = SIMD8<Float>(1, 2, 3, 4, 5, 7, 9, 10) * 0.3
  /// Log-likelihood ratio of the classes where a material is faintly heard; everything else is a multiple of it.
  private static let faint: [Float] = [
    -3.1, -2.8, -2.65, -2.5, -2.35, -2.15, -1.95, -1.75, -1.5, -1.25, -0.9, -0.3, 0.7, 2, 3.3, 3.6,
  ]

  /// The tilt that stand-ins are measured with.
  static let middle = 2
  /// Most that one trial counts, nats: single cells err more often than the counts can show.
  private static let most: Float = 4.5
  /// Counts that what is usual counts for in a context that was rarely seen.
  private static let usualCount = 300.0

  /// Log-likelihood ratio of each class in each context, at `context · 16 + class`, for each tilt:
  /// λ · faint − ln Σ p·e^(λ · faint).
  static let worths: [SIMD8<Float>] = {
    var table: [SIMD8<Float>] = []
    for context in 0..<contexts {
      let p = chances(context)
      var norm = SIMD8<Float>()
      for lane in 0..<8 {
        let terms = (0..<Salience.classes).map { p[$0] * NaturalLogarithm.exponential(Double(tilts[lane] * faint[$0])) }
        norm[lane] = Float(NaturalLogarithm.of(terms.reduce(0, +)))
      }
      for number in 0..<Salience.classes {
        let worth = tilts * faint[number] - norm
        table.append(worth.replacing(with: most, where: worth .> most))
      }
    }
    return table
  }()

  /// Mean and variance by chance of a trial in each context, at the middle tilt.
  static let moments: [(mean: Float, variance: Float)] = (0..<contexts).map { context in
    let p = chances(context)
    let worth = (0..<Salience.classes).map { Double(worths[context * Salience.classes + $0][middle]) }
    let mean = zip(p, worth).map { $0 * $1 }.reduce(0, +)
    let square = zip(p, worth).map { $0 * $1 * $1 }.reduce(0, +)
    return (Float(mean), Float(square - mean * mean))
  }

  /// Chances of the classes in a context.
  private static func chances(_ context: Int) -> [Double] {
    let counts = ChanceCounts.values[(Salience.classes * context)..<(Salience.classes * (context + 1))].map(Double.init)
    let total = counts.reduce(0, +) + usualCount
    return zip(counts, usual).map { ($0 + usualCount * $1) / total }
  }

  private static let usual: [Double] = {
    var sums = [Double](repeating: 1, count: Salience.classes)
    for (place, count) in ChanceCounts.values.enumerated() { sums[place % Salience.classes] += Double(count) }
    let total = sums.reduce(0, +)
    return sums.map { $0 / total }
  }()
}
