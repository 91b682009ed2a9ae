/// Weighs how well a line explains the stream.
///
/// Each landmark that the material should have shown is a trial. When the material plays, a landmark survives with
/// probability q, else it may be met by chance with probability p, known from how landmarks crowd at that place: a hit is
/// worth ln((p + q·(1 − p)) / p), a miss ln(1 − q). The stretch with the largest sum is where the material plays; q is the
/// one of a few that explains it best. For a fixed line and q the chance of reaching a sum of x is at most e^−x.
final class EvidenceMeter {
  /// Survival of landmarks, from hardly audible to clean.
  private static let survivals: [Float] = [0.06, 0.12, 0.22, 0.35, 0.5, 0.7, 0.85]
  /// Chance hits are put into classes 2^(−class / 2).
  private static let classes = 24
  /// Strength at which a material that was heard is heard again: the line is known, so little is enough, nats.
  private static let resumption = 12.0
  /// Trials of one measurement.
  private static let mostTrials = 2_048

  private struct Trial {
    var tick: Int32
    /// Class of chance, or −1 − class for a miss.
    var outcome: Int32
    /// What a hit counts, 0 … 1.
    var share: Float
  }

  /// Hits this near to each other are hardly independent, ticks.
  private static let cluster = 6

  private let peaks: StreamPeaks
  private let index: LandmarkIndex
  private let trials: UnsafeMutablePointer<Trial>
  /// Worth of a hit for each survival and class.
  private let worths: [Float]
  private let missWorths: [Float]

  init(peaks: StreamPeaks, index: LandmarkIndex) {
    self.peaks = peaks
    self.index = index
    trials = .allocate(capacity: Self.mostTrials)
    trials.initialize(repeating: Trial(tick: 0, outcome: 0, share: 1), count: Self.mostTrials)
    worths = Self.survivals.flatMap { q in
      (0..<Self.classes).map { number in
        let p = NaturalLogarithm.exponential(-Double(number) / 2 * NaturalLogarithm.of(2))
        return Float(NaturalLogarithm.of((p + Double(q) * (1 - p)) / p))
      }
    }
    missWorths = Self.survivals.map { Float(NaturalLogarithm.of(1 - Double($0))) }
  }

  deinit { trials.deallocate() }

  /// Measures the stretch from tick `from` to tick `to`.
  ///
  /// When the material was interrupted, what is heard since counts, however short it is against what was heard before.
  func measure(_ line: Line, from: Int, to: Int) -> Evidence {
    let count = gather(line, from: from, to: to)
    let lastSecond = to - from - StreamPeaks.ticksPerBlock
    var best = strongest(0..<count, lastSecond)
    if best.strength > 0, best.until < lastSecond {
      var next = 0
      while next < count, Int(trials[next].tick) <= best.until { next += 1 }
      var again = strongest(next..<count, lastSecond)
      if again.strength >= Self.resumption {
        again.strength = max(again.strength, best.strength)
        best = again
      }
    }
    best.from += from
    best.until += from
    return best
  }

  private func strongest(_ range: Range<Int>, _ lastSecond: Int) -> Evidence {
    var best = Evidence()
    for survival in Self.survivals.indices {
      let evidence = bestStretch(range, survival)
      if evidence.strength > best.strength {
        best = evidence
        best.latest = latest(range.upperBound, survival, from: lastSecond)
      }
    }
    return best
  }

  private func gather(_ line: Line, from: Int, to: Int) -> Int {
    let tolerance = CoincidenceTolerance.fine
    let reach = Double(tolerance.reach)
    let list = index.lists[line.material]
    var cursor = list.cursor(at: max(0, Int(line.materialTick(Double(from)))))
    let last = line.materialTick(Double(to))
    var near = peaks.firstIndex(at: from - tolerance.reach)
    let end = peaks.count
    var count = 0
    while let landmark = list.next(&cursor), Double(landmark.tick) <= last, count < Self.mostTrials {
      let predicted = line.streamTick(Double(landmark.tick))
      guard predicted >= Double(from) else { continue }
      let frequency = Double(landmark.frequency) * line.pitch
      guard frequency < Double(Analysis.frequencySteps - 1) else { continue }
      let allowed = tolerance.frequency(at: frequency)
      while near < end, Double(peaks[near].tick) < predicted - reach { near += 1 }
      var other = near
      var isFound = false
      while other < end, Double(peaks[other].tick) <= predicted + reach {
        if abs(Double(peaks[other].frequency) - frequency) <= allowed { isFound = true }
        other += 1
      }
      let tick = Int32(truncatingIfNeeded: Int(predicted) - from)
      var outcome: Int32 = -1
      var share: Float = 1
      if isFound {
        var before = count - 1
        var companions: Float = 0
        while before >= 0, tick - trials[before].tick <= Self.cluster {
          if trials[before].outcome >= 0 { companions += 1 }
          before -= 1
        }
        share = 1 / (1 + companions)
        let rate = peaks.chanceRate(
          tick: Int(predicted), frequency: Int(frequency), tolerance: Int(allowed), simultaneous: other - near,
          reach: tolerance.reach)
        outcome = Self.chanceClass(rate)
      }
      trials[count] = Trial(tick: tick, outcome: outcome, share: share)
      count += 1
    }
    return count
  }

  /// Class of 1 − e^−rate, which is the chance of at least one hit.
  private static func chanceClass(_ rate: Float) -> Int32 {
    let chance = max(rate / (1 + rate), 1e-6)
    // log2 to a quarter of an octave is plenty: exponent and the upper mantissa bits.
    let exponent = Int32(truncatingIfNeeded: chance.exponent)
    let half: Int32 = chance.significand > 1.414_213_6 ? 1 : 0
    return min(max(-2 * exponent - half, 0), Int32(classes - 1))
  }

  /// The stretch with the largest sum (Kadane's scan).
  private func bestStretch(_ range: Range<Int>, _ survival: Int) -> Evidence {
    let miss = missWorths[survival]
    var best = Evidence()
    var sum: Float = 0
    var found = 0
    var start = range.lowerBound
    var bestSum: Float = 0
    worths.withUnsafeBufferPointer { worths in
      let row = survival * Self.classes
      for i in range {
        let trial = trials[i]
        if trial.outcome < 0 {
          sum += miss
          if sum < 0 {
            sum = 0
            found = 0
            start = i + 1
          }
          continue
        }
        if sum == 0 { start = i }
        sum += trial.share * worths[row + Int(trial.outcome)]
        found += 1
        if sum > bestSum {
          bestSum = sum
          best.from = Int(trials[start].tick)
          best.until = Int(trial.tick)
          best.found = found
          best.expected = i + 1 - start
        }
      }
    }
    best.strength = Double(bestSum)
    return best
  }

  /// The sum from a tick on.
  private func latest(_ count: Int, _ survival: Int, from tick: Int) -> Double {
    var sum: Float = 0
    var i = count - 1
    while i >= 0, Int(trials[i].tick) >= tick {
      let trial = trials[i]
      sum +=
        trial.outcome < 0
        ? missWorths[survival] : trial.share * worths[survival * Self.classes + Int(trial.outcome)]
      i -= 1
    }
    return Double(sum)
  }
}
