import Signal

/// How much each bin of a spectrum stands out, in classes from 0 (far below its surroundings) to 15 (nothing louder
/// around it).
///
/// What counts is the level below the loudest of the surroundings (±5 frames and ±(8 + bin / 24) bins, as for
/// landmarks), and an eighth of the level above their mean. A class is 1.5 dB.
struct Salience {
  static let classes = 16
  /// 20 dB: standing out more says no more.
  private static let mostProminent = LogSpectrum.units(decibels: 20)
  /// What being the loudest counts, which is also the width of a class: 1.5 dB.
  private static let classShift: Int16 = 8
  private static let loudest: Int16 = 1 << classShift
  /// Bins of which the neighbourhood has the same width.
  static let band = 24
  /// Room on either side of the bins.
  private static let margin = 64

  /// Largest levels in windows of 1, 2, 4 … 32 bins from each bin on; two buffers that take turns, and the one of 16.
  private let windows: [UnsafeMutablePointer<Int16>]
  /// Sums of the columns before each bin, with both ends continued.
  private let sums: UnsafeMutablePointer<Int32>
  /// 1 / bins of the mean of each bin.
  private let shares: UnsafeMutablePointer<Float>

  init() {
    let room = Analysis.bins + 2 * Self.margin
    windows = (0..<3).map { _ in
      let window = UnsafeMutablePointer<Int16>.allocate(capacity: room)
      window.initialize(repeating: .min, count: room)
      return window
    }
    sums = .allocate(capacity: room + 16)
    sums.initialize(repeating: 0, count: room + 16)
    shares = .allocate(capacity: Analysis.bins + 16)
    shares.initialize(repeating: 0, count: Analysis.bins + 16)
    for bin in 0..<Analysis.bins {
      let reach = Self.meanReach(bin)
      shares[bin] = 1 / Float(min(bin + reach, Analysis.bins - 1) - max(bin - reach, 0) + 1)
    }
  }

  func deallocate() {
    for window in windows { window.deallocate() }
    sums.deallocate()
    shares.deallocate()
  }

  /// Half the width of the neighbourhood in bins.
  @inline(__always)
  static func reach(_ bin: Int) -> Int { 8 + bin / band }

  /// Half the width of the surroundings that the mean is of.
  @inline(__always)
  static func meanReach(_ bin: Int) -> Int { 2 * reach(bin) + 10 }

  /// Writes the class of each bin.
  ///
  /// - Parameters:
  ///   - levels: of the spectrum.
  ///   - around: for each bin the largest level of the frames within ±5.
  ///   - columns: for each bin the sum of the levels of the `frames` frames around.
  ///   - classes: room for `Analysis.bins` values.
  func classify(
    _ levels: UnsafePointer<Int16>, around: UnsafePointer<Int16>, columns: UnsafePointer<Int32>, frames: Int,
    into classes: UnsafeMutablePointer<UInt8>
  ) {
    widen(around)
    sum(columns)
    let output = UnsafeMutableRawPointer(classes)
    let here = UnsafeRawPointer(levels)
    let sixteen = UnsafeRawPointer(windows[2])
    let thirtyTwo = UnsafeRawPointer(windows[1])
    let before = UnsafeRawPointer(sums)
    let weights = UnsafeRawPointer(shares)
    let share = SIMD8<Float>(repeating: 1 / Float(frames))
    for first in stride(from: 0, to: Analysis.bins, by: Self.band) {
      let reach = Self.reach(first)
      let meanReach = Self.meanReach(first)
      let isWide = 2 * reach + 1 > 32
      let window = isWide ? thirtyTwo : sixteen
      let size = isWide ? 32 : 16
      for bin in stride(from: first, to: min(first + Self.band, Analysis.bins), by: 8) {
        let level = here.loadUnaligned(fromByteOffset: 2 * bin, as: SIMD8<Int16>.self)
        let low = window.loadUnaligned(fromByteOffset: 2 * (bin - reach + Self.margin), as: SIMD8<Int16>.self)
        let high = window.loadUnaligned(
          fromByteOffset: 2 * (bin + reach + 1 - size + Self.margin), as: SIMD8<Int16>.self)
        let depth = level &- low.replacing(with: high, where: high .> low)
        let upper = before.loadUnaligned(
          fromByteOffset: 4 * (bin + meanReach + 1 + Self.margin), as: SIMD8<Int32>.self)
        let lower = before.loadUnaligned(fromByteOffset: 4 * (bin - meanReach + Self.margin), as: SIMD8<Int32>.self)
        let scale = weights.loadUnaligned(fromByteOffset: 4 * bin, as: SIMD8<Float>.self) * share
        // Adding 1.5·2²³ leaves the rounded integer in the low bits of the sum.
        let mean = unsafeBitCast(SIMD8<Float>(upper &- lower) * scale + 12_582_912, to: SIMD8<Int32>.self)
        let prominence = level &- SIMD8<Int16>(truncatingIfNeeded: mean)
        // Signs instead of comparisons: they become instructions on every processor.
        let excess = prominence &- SIMD8(repeating: Self.mostProminent)
        let missing = excess & (excess &>> 15)
        let bonus = SIMD8(repeating: Self.loudest) & ~(depth &>> 15)
        let steps = (depth &+ (missing &>> 3) &+ bonus &- SIMD8(repeating: Self.loudest)) &>> Self.classShift
        let number = steps &+ SIMD8(repeating: 15)
        // Nothing stands out in silence, though nothing is louder.
        let silence = (level &- SIMD8(repeating: PeakPicker.floor)) &>> 15
        let stage = number & ~(number &>> 15) & ~silence
        output.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: stage), toByteOffset: bin, as: SIMD8<UInt8>.self)
      }
    }
  }

  /// Makes the maxima over 16 and 32 bins.
  private func widen(_ around: UnsafePointer<Int16>) {
    // The last frame left its maxima before the first bin.
    windows[0].update(repeating: .min, count: Self.margin)
    (windows[0] + Self.margin).update(from: around, count: Analysis.bins)
    pass(windows[0], windows[1], 1)
    pass(windows[1], windows[0], 2)
    pass(windows[0], windows[1], 4)
    pass(windows[1], windows[2], 8)
    pass(windows[2], windows[1], 16)
  }

  private func pass(_ from: UnsafeMutablePointer<Int16>, _ to: UnsafeMutablePointer<Int16>, _ distance: Int) {
    let source = UnsafeRawPointer(from)
    let target = UnsafeMutableRawPointer(to)
    for place in stride(from: 0, to: Analysis.bins + Self.margin, by: 16) {
      let a = source.loadUnaligned(fromByteOffset: 2 * place, as: SIMD16<Int16>.self)
      let b = source.loadUnaligned(fromByteOffset: 2 * (place + distance), as: SIMD16<Int16>.self)
      target.storeBytes(of: a.replacing(with: b, where: b .> a), toByteOffset: 2 * place, as: SIMD16<Int16>.self)
    }
  }

  private func sum(_ columns: UnsafePointer<Int32>) {
    var sum: Int32 = 0
    for bin in 0..<Analysis.bins {
      sums[Self.margin + bin] = sum
      sum &+= columns[bin]
    }
    for place in (Self.margin + Analysis.bins)..<(Analysis.bins + 2 * Self.margin + 16) { sums[place] = sum }
  }
}
