import Signal

extension PeakPicker {
  /// Finds the peaks of frame `index`; its surroundings are complete.
  func decide(_ index: Int, _ emit: (Peak) -> Void) {
    guard index >= 0, index < present else { return }
    let current = frame(index)
    gatherMaxima(around: index, current)
    classify(index)
    var sumsReady = false
    let levels = UnsafeRawPointer(current)
    let before = UnsafeRawPointer(past)
    let all = UnsafeRawPointer(around)
    for bin in stride(from: Self.lowestBin, to: Self.highestBin, by: 8) {
      let here = levels.loadUnaligned(fromByteOffset: 2 * bin, as: SIMD8<Int16>.self)
      let earlier = before.loadUnaligned(fromByteOffset: 2 * bin, as: SIMD8<Int16>.self)
      let loudest = all.loadUnaligned(fromByteOffset: 2 * bin, as: SIMD8<Int16>.self)
      let below = all.loadUnaligned(fromByteOffset: 2 * bin - 2, as: SIMD8<Int16>.self)
      let above = all.loadUnaligned(fromByteOffset: 2 * bin + 2, as: SIMD8<Int16>.self)
      let farBelow = all.loadUnaligned(fromByteOffset: 2 * bin - 6, as: SIMD8<Int16>.self)
      let farAbove = all.loadUnaligned(fromByteOffset: 2 * bin + 6, as: SIMD8<Int16>.self)
      // One comparison for all: the level is as high as everything it must reach, and one higher than what came before.
      var bar = Self.larger(Self.larger(loudest, earlier &+ 1), Self.larger(below, above))
      bar = Self.larger(bar, Self.larger(Self.larger(farBelow, farAbove), SIMD8(repeating: Self.floor)))
      guard any(bar .== here) else { continue }
      for lane in 0..<8 where bar[lane] == here[lane] && bin + lane < Self.highestBin {
        guard isLoudest(bin + lane, current) else { continue }
        if !sumsReady {
          sumColumns()
          sumsReady = true
        }
        if let peak = measure(index, bin + lane, current) { emit(peak) }
      }
    }
  }

  private func gatherMaxima(around index: Int, _ current: UnsafeMutablePointer<Int16>) {
    let outPast = UnsafeMutableRawPointer(past)
    let outAround = UnsafeMutableRawPointer(around)
    for bin in stride(from: 0, to: Analysis.bins, by: 16) {
      var earlier = level(index - 1, bin)
      var later = UnsafeRawPointer(current).loadUnaligned(fromByteOffset: 2 * bin, as: SIMD16<Int16>.self)
      for distance in 2...Self.timeReach { earlier = Self.larger(earlier, level(index - distance, bin)) }
      for distance in 1...Self.timeReach { later = Self.larger(later, level(index + distance, bin)) }
      outPast.storeBytes(of: earlier, toByteOffset: 2 * bin, as: SIMD16<Int16>.self)
      outAround.storeBytes(of: Self.larger(earlier, later), toByteOffset: 2 * bin, as: SIMD16<Int16>.self)
    }
  }

  @inline(__always)
  private func level(_ index: Int, _ bin: Int) -> SIMD16<Int16> {
    UnsafeRawPointer(frame(index)).loadUnaligned(fromByteOffset: 2 * bin, as: SIMD16<Int16>.self)
  }

  // Twice, because only comparisons of concrete vectors become instructions; generic ones run lane by lane.
  @inline(__always)
  private static func larger(_ a: SIMD16<Int16>, _ b: SIMD16<Int16>) -> SIMD16<Int16> {
    a.replacing(with: b, where: b .> a)
  }

  @inline(__always)
  private static func larger(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    a.replacing(with: b, where: b .> a)
  }

  private func isLoudest(_ bin: Int, _ current: UnsafeMutablePointer<Int16>) -> Bool {
    let level = current[bin]
    let low = max(0, bin - Salience.reach(bin))
    let high = min(Analysis.bins - 1, bin + Salience.reach(bin))
    let all = UnsafeRawPointer(around)
    var loudest = SIMD8(repeating: level)
    var first = low
    while first < high - 7 {
      loudest = Self.larger(loudest, all.loadUnaligned(fromByteOffset: 2 * first, as: SIMD8<Int16>.self))
      first += 8
    }
    loudest = Self.larger(loudest, all.loadUnaligned(fromByteOffset: 2 * (high - 7), as: SIMD8<Int16>.self))
    if any(loudest .!= SIMD8(repeating: level)) { return false }
    // Of equal levels the first in time, then in frequency, is the peak: a steady tone is one, not one a frame.
    for other in low...high where past[other] == level { return false }
    for other in low..<bin where current[other] == level { return false }
    return true
  }

  private func sumColumns() {
    var sum: Int32 = 0
    for bin in 0..<Analysis.bins {
      sum &+= columns[bin]
      runningSums[bin + 1] = sum
    }
  }

  private func measure(_ index: Int, _ bin: Int, _ current: UnsafeMutablePointer<Int16>) -> Peak? {
    let level = Int(current[bin])
    let reach = Salience.meanReach(bin)
    let low = max(0, bin - reach)
    let high = min(Analysis.bins - 1, bin + reach)
    let frames = framesAround(index)
    let mean = Int(runningSums[high + 1] - runningSums[low]) / (frames * (high + 1 - low))
    let strength = level - mean
    guard strength >= Self.prominence else { return nil }
    let frequency = Double(bin) + Self.vertex(Int(current[bin - 1]), level, Int(current[bin + 1]))
    var time = Double(index)
    if index > 0, index + 1 < present {
      time += Self.vertex(Int(frame(index - 1)[bin]), level, Int(frame(index + 1)[bin]))
    }
    // A peak belongs to the centre of its window.
    let centre = Analysis.windowSize / (2 * Analysis.samplesPerTick)
    let landmark = Landmark(
      tick: Int((time * Double(Analysis.ticksPerFrame)).rounded()) + centre,
      frequency: Int((frequency * Double(Analysis.stepsPerBin)).rounded()))
    return Peak(frame: index, landmark: landmark, strength: strength)
  }

  /// Place of the vertex of the parabola through three levels at −1, 0, 1; within ±½.
  private static func vertex(_ before: Int, _ level: Int, _ after: Int) -> Double {
    let curvature = before - 2 * level + after
    guard curvature < 0 else { return 0 }
    return min(0.5, max(-0.5, 0.5 * Double(before - after) / Double(curvature)))
  }
}
