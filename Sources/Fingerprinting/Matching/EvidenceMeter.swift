/// Weighs how well a line explains the stream.
///
/// Each landmark of the material is a trial: how much does the cell of the stream's spectrogram where it is predicted
/// stand out? `SalienceMap` knows how likely each class is there by chance, p; where the material plays, it is
/// p·e^(λ·worth) / Z, with λ from what is hardly audible to what is clean. The stretch with the largest sum of
/// log-likelihood ratios is where the material plays; λ is the one of a few that explains it best. For a fixed line and
/// λ, if trials were independent, the chance of reaching a sum of x would be at most e^−x; how far they are from that is
/// measured all the time, see `Scatter`.
final class EvidenceMeter {
  /// Strength at which a material that was heard is heard again: the line is known, so little is enough, nats.
  private static let resumption = 12.0
  /// Trials of one measurement.
  private static let mostTrials = 2_048
  /// Hits this near to each other are hardly independent, ticks.
  private static let cluster: Int32 = 6
  /// How much each of them takes from the next.
  private static let dependence: Float = 0.25
  /// Class from which on a landmark counts as found.
  private static let foundClass = 12

  private struct Trial {
    var worth: SIMD8<Float>
    var tick: Int32
    var isFound: Int32
  }

  private let map: SalienceMap
  private let index: LandmarkIndex
  private let trials: UnsafeMutablePointer<Trial>
  private let table = ChanceTable.worths
  private let moments = ChanceTable.moments

  init(map: SalienceMap, index: LandmarkIndex) {
    self.map = map
    self.index = index
    trials = .allocate(capacity: Self.mostTrials)
    trials.initialize(repeating: Trial(worth: .zero, tick: 0, isFound: 0), count: Self.mostTrials)
  }

  deinit { trials.deallocate() }

  /// Measures the stretch from tick `from` to tick `to`.
  ///
  /// When the material was interrupted, what is heard since counts, however short it is against what was heard before.
  ///
  /// - Parameter dispersion: by which sums are divided, see `Scatter`.
  func measure(_ line: Line, from: Int, to: Int, dispersion: Double) -> Evidence {
    let count = gather(line, from: from, to: to)
    let lastSecond = to - from - StreamPeaks.ticksPerBlock
    var best = strongest(0..<count, lastSecond, dispersion)
    if best.strength > 0, best.until < lastSecond {
      var next = 0
      while next < count, Int(trials[next].tick) <= best.until { next += 1 }
      var again = strongest(next..<count, lastSecond, dispersion)
      if again.strength >= Self.resumption {
        again.strength = max(again.strength, best.strength)
        best = again
      }
    }
    best.from += from
    best.until += from
    return best
  }

  private func gather(_ line: Line, from: Int, to: Int) -> Int {
    let list = index.lists[line.material]
    var cursor = list.cursor(at: max(0, Int(line.materialTick(Double(from)))))
    let last = line.materialTick(Double(to))
    var count = 0
    while let landmark = list.next(&cursor), Double(landmark.tick) <= last, count < Self.mostTrials {
      let predicted = line.streamTick(Double(landmark.tick))
      guard predicted >= Double(from) else { continue }
      let bin = Int(Double(landmark.frequency) * (line.pitch / Double(Analysis.stepsPerBin)) + 0.5)
      let frame = SalienceMap.frame(at: Int(predicted + 0.5))
      guard bin >= PeakPicker.lowestBin, bin < PeakPicker.highestBin, frame >= map.oldest, frame < map.count else {
        continue
      }
      let cell = map.cell(frame, bin)
      let tick = Int32(truncatingIfNeeded: Int(predicted) - from)
      let isFound: Int32 = cell & 15 >= Self.foundClass ? 1 : 0
      trials[count] = Trial(
        worth: isFound > 0 ? share(table[cell], tick, count) : table[cell], tick: tick, isFound: isFound)
      count += 1
    }
    return count
  }

  /// What a hit counts that comes together with others: partials and drum beats do.
  @inline(__always)
  private func share(_ worth: SIMD8<Float>, _ tick: Int32, _ count: Int) -> SIMD8<Float> {
    var companions: Float = 0
    var before = count - 1
    while before >= 0, tick - trials[before].tick <= Self.cluster {
      companions += Float(trials[before].isFound)
      before -= 1
    }
    let less = worth / (1 + Self.dependence * companions)
    return worth.replacing(with: less, where: worth .> 0)
  }

  /// How far the sum of a stand-in of a line lies from what chance says, in standard deviations of independent trials; nil
  /// with too few trials.
  ///
  /// The stand-in has the line's landmarks in reversed order, turned by `shift` ticks: as many, as crowded, at the same
  /// frequencies, but not the same music. `isMirrored` turns the frequencies upside down as well.
  func standIn(for line: Line, from: Int, to: Int, shift: Int, isMirrored: Bool) -> Float? {
    let list = index.lists[line.material]
    var cursor = list.cursor(at: max(0, Int(line.materialTick(Double(from)))))
    let last = line.materialTick(Double(to))
    let length = to - from
    var count = 0
    var sum: Float = 0
    var mean: Float = 0
    var variance: Float = 0
    while let landmark = list.next(&cursor), Double(landmark.tick) <= last, count < Self.mostTrials {
      let predicted = line.streamTick(Double(landmark.tick))
      guard predicted >= Double(from) else { continue }
      var bin = Int(Double(landmark.frequency) * (line.pitch / Double(Analysis.stepsPerBin)) + 0.5)
      if isMirrored { bin = PeakPicker.lowestBin + PeakPicker.highestBin - 1 - bin }
      var tick = to - Int(predicted + 0.5) + shift
      if tick >= length { tick -= length }
      let frame = SalienceMap.frame(at: from + tick)
      guard bin >= PeakPicker.lowestBin, bin < PeakPicker.highestBin, frame >= map.oldest, frame < map.count else {
        continue
      }
      let cell = map.cell(frame, bin)
      sum += table[cell][ChanceTable.middle]
      let moments = moments[cell >> 4]
      mean += moments.mean
      variance += moments.variance
      count += 1
    }
    guard count >= 20 else { return nil }
    return (sum - mean) / variance.squareRoot()
  }

  /// The stretch with the largest sum (Kadane's scan) for the best λ.
  private func strongest(_ range: Range<Int>, _ lastSecond: Int, _ dispersion: Double) -> Evidence {
    var sum = SIMD8<Float>()
    var best = SIMD8<Float>()
    var found = SIMD8<Int32>()
    var bestFound = SIMD8<Int32>()
    var start = SIMD8<Int32>(repeating: Int32(range.lowerBound))
    var bestStart = start
    var bestEnd = start
    for i in range {
      let trial = trials[i]
      sum += trial.worth
      found &+= SIMD8(repeating: trial.isFound)
      let isOver = sum .<= 0
      sum.replace(with: 0, where: isOver)
      found.replace(with: 0, where: isOver)
      start.replace(with: Int32(i + 1), where: isOver)
      let isBetter = sum .> best
      best.replace(with: sum, where: isBetter)
      bestFound.replace(with: found, where: isBetter)
      bestStart.replace(with: start, where: isBetter)
      bestEnd.replace(with: Int32(i), where: isBetter)
    }
    var lane = 0
    for other in 1..<8 where best[other] > best[lane] { lane = other }
    guard best[lane] > 0 else { return Evidence() }
    var evidence = Evidence()
    evidence.strength = Double(best[lane]) / dispersion
    evidence.from = Int(trials[Int(bestStart[lane])].tick)
    evidence.until = Int(trials[Int(bestEnd[lane])].tick)
    evidence.found = Int(bestFound[lane])
    var latest: Float = 0
    var i = range.upperBound - 1
    while i >= range.lowerBound, Int(trials[i].tick) >= lastSecond {
      latest += trials[i].worth[lane]
      i -= 1
    }
    evidence.latest = Double(latest) / dispersion
    return evidence
  }
}
