/// Places lines exactly by the landmarks that stream and material have in common.
struct LineFitter {
  let peaks: StreamPeaks
  let index: LandmarkIndex

  /// What a first look at a nominated line found.
  struct Sighting {
    var line: Line
    /// Log-likelihood ratio of the coincidences against chance, in nats; rough.
    var strength: Double
  }

  /// Largest residual that a first look considers, ticks.
  private static let coarseReach = 16
  /// Stretch that a first look covers, ticks.
  private static let coarseSpan = 300
  /// Tempo that deviates from pitch (time stretching) is found at these deviations from the speed.
  private static let tempos = [0.0, 0.02, -0.02, 0.04, -0.04]

  /// Looks at the stretch before `now` and moves the line to where most landmarks coincide; nil when it leads outside
  /// any material.
  func sight(speed: Double, offset: UInt32, now: Int) -> Sighting? {
    let anchor = now - Self.coarseSpan / 3
    let streamFrame = (Double(anchor) * speed / Double(Analysis.ticksPerFrame)).rounded()
    let frame = Int(offset &+ UInt32(truncatingIfNeeded: Int(streamFrame)))
    guard let material = index.material(atFrame: frame) else { return nil }
    let fraction = Double(anchor) * speed - streamFrame * Double(Analysis.ticksPerFrame)
    let reference = Double((frame - index.starts[material]) * Analysis.ticksPerFrame) + fraction
    var line = Line(material: material, anchor: anchor, reference: reference, rate: speed, pitch: speed)
    let reach = Self.coarseReach
    let width = 2 * reach + 1
    let tempos = speed == 1 ? Self.tempos.count : 1
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: width * tempos) { histogram in
      histogram.initialize(repeating: 0)
      var total = 0
      coincidences(
        line, from: now - Self.coarseSpan, to: now, reach: reach, tolerance: CoincidenceTolerance.coarse
      ) { predicted, residual, _, _ in
        total += 1
        for tempo in 0..<tempos {
          // Faster by x: what lies before the anchor comes later than predicted, what lies after it earlier.
          let moved = Double(residual) + Self.tempos[tempo] * (predicted - Double(anchor))
          // Rounded by truncation of what is surely positive; `rounded()` is a call on processors without SSE 4.
          let slot = Int(moved + 64.5) - 64 + reach
          if slot >= 0, slot < width { histogram[tempo * width + slot] += 1 }
        }
      }
      var best: (count: Int32, slot: Int, tempo: Int) = (0, reach, 0)
      for tempo in 0..<tempos {
        // A changed tempo at unchanged pitch is rare: it must explain clearly more.
        let before = tempo == 0 ? 0 : best.count + best.count / 8 + 1
        for slot in 2..<(width - 2) {
          let row = tempo * width + slot
          let count = histogram[row - 2] + histogram[row - 1] + histogram[row] + histogram[row + 1] + histogram[row + 2]
          if count > max(best.count, before) { best = (count, slot, tempo) }
        }
      }
      guard best.count >= 4 else { return nil }
      line.reference -= Double(best.slot - reach) * line.rate
      line.rate *= 1 + Self.tempos[best.tempo]
      let expected = max(0.5, Double(total) * 5 / Double(width))
      let found = Double(best.count)
      guard found > expected else { return nil }
      return Sighting(line: line, strength: found * NaturalLogarithm.of(found / expected) - (found - expected))
    }
  }

  /// Fits place, rate and pitch to the coincidences of a stretch by least squares; the line's present rate counts as if
  /// it had been measured with a standard deviation of `looseness`.
  func refine(_ line: inout Line, from: Int, to: Int, tolerance: CoincidenceTolerance, looseness: Double) {
    var n = 0.0
    var sumX = 0.0
    var sumXX = 0.0
    var sumY = 0.0
    var sumXY = 0.0
    var pitchNumerator = 0.0
    var pitchDenominator = 0.0
    let centre = Double(from + to) / 2
    coincidences(line, from: from, to: to, reach: tolerance.reach, tolerance: tolerance) {
      predicted, residual, streamFrequency, materialFrequency in
      let x = predicted - centre
      n += 1
      sumX += x
      sumXX += x * x
      sumY += residual
      sumXY += x * residual
      pitchNumerator += Double(streamFrequency) * Double(materialFrequency)
      pitchDenominator += Double(materialFrequency) * Double(materialFrequency)
    }
    guard n >= 4, pitchDenominator > 0 else { return }
    // residual ≈ a + b·x about the mean of x, with b held near 0.
    let meanX = sumX / n
    let meanY = sumY / n
    let spread = sumXX - n * meanX * meanX
    let deviation = 1.5
    // No audio changes its speed by a tenth from one look to the next; a crafted pack could make it seem so, and places
    // far outside of every range follow from a rate near 0.
    let slope = ((sumXY - n * meanX * meanY) / (spread + deviation * deviation / (looseness * looseness)))
      .clamped(to: -0.1...0.1, otherwise: 0)
    // A stretch's middle stays where it was measured: move the anchor there.
    let middle = centre + meanX
    let anchor = Int(middle.rounded())
    let atMiddle = line.materialTick(middle - meanY)
    line.rate /= 1 + slope
    line.reference = atMiddle + (Double(anchor) - middle) * line.rate
    line.anchor = anchor
    // The pitch measured with few or low landmarks is uncertain: the present one counts like twenty.
    let weight = n / (n + 20)
    line.pitch += weight * (pitchNumerator / pitchDenominator - line.pitch)
  }

  /// Gives every pair of a landmark of the material and one of the stream that nearly coincide: (predicted tick of the
  /// stream, residual in ticks, frequency in the stream, frequency in the material).
  @inline(__always)
  func coincidences(
    _ line: Line, from: Int, to: Int, reach: Int, tolerance: CoincidenceTolerance,
    _ body: (Double, Double, Int, Int) -> Void
  ) {
    let list = index.lists[line.material]
    var cursor = list.cursor(at: max(0, Int(line.materialTick(Double(from)))))
    let last = line.materialTick(Double(to))
    var near = peaks.firstIndex(at: from - reach)
    let end = peaks.count
    while let landmark = list.next(&cursor), Double(landmark.tick) <= last {
      let predicted = line.streamTick(Double(landmark.tick))
      guard predicted >= Double(from) else { continue }
      let frequency = Double(landmark.frequency) * line.pitch
      let allowed = tolerance.frequency(at: frequency)
      let earliest = predicted - Double(reach)
      let latest = predicted + Double(reach)
      while near < end, Double(peaks[near].tick) < earliest { near += 1 }
      var other = near
      while other < end {
        let heard = peaks[other]
        if Double(heard.tick) > latest { break }
        if abs(Double(heard.frequency) - frequency) <= allowed {
          body(predicted, Double(heard.tick) - predicted, heard.frequency, landmark.frequency)
        }
        other += 1
      }
    }
  }
}
