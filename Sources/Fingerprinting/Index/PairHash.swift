#if canImport(Glibc)
  import Glibc
#endif

/// The hash of a pair of landmarks: 25 bits, from the top the anchor's frequency level (8), the difference to the
/// target's (7), the frames between them (6), then the fractions of the level and of the difference (2 each).
///
/// Levels are logarithmic where it matters: 64·log2(1 + bin / 64), 176 of them between 125 and 3,900 Hz.
enum PairHash {
  static let bits = 25
  static let fractionBits = 4
  /// The bits that name a cell, without the fractions.
  static let cellBits = bits - fractionBits
  /// Frames from anchor to target.
  static let nearest = 3
  static let farthest = 63
  /// Largest difference of levels.
  static let widestLevels = 60
  /// Units of `levels` in a level.
  static let unitsPerLevel = 16
  private static let differenceOffset = 64

  /// Level of each frequency in steps, in 1/16 of a level.
  static let levels: [Int16] = (0..<Analysis.frequencySteps).map { step in
    let bin = Double(step) / Double(Analysis.stepsPerBin)
    return Int16((Double(64 * unitsPerLevel) * log2(1 + bin / 64)).rounded())
  }

  /// Frames of a distance in ticks, rounded.
  @inline(__always)
  static func frames(ticks: Int) -> Int { (ticks + 1) >> 1 }

  /// The cell of a pair; `level` and `difference` in whole levels.
  @inline(__always)
  static func cell(level: Int, difference: Int, frames: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (level & 0xFF) << 13 | ((difference + differenceOffset) & 0x7F) << 6 | (frames & 0x3F))
  }

  /// The anchor's level in whole levels, as it stands in a hash.
  @inline(__always)
  static func anchorLevel(of key: UInt32) -> Int { Int(key >> UInt32(bits - 8)) }

  /// The whole hash; `level` and `difference` in 1/16 levels.
  @inline(__always)
  static func key(level: Int, difference: Int, frames: Int) -> UInt32 {
    let cell = cell(level: level >> 4, difference: difference >> 4, frames: frames)
    return cell << 4 | UInt32(truncatingIfNeeded: ((level >> 2) & 3) << 2 | ((difference >> 2) & 3))
  }
}
