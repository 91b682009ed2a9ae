/// Which frames of a segment's time line belong to removed materials: a bit for 256 frames.
///
/// The gap between materials is twice that long, so that no such stretch has postings of two materials.
final class RemovedFrames {
  private static let shift = 8

  /// Bit i of word w stands for the frames from 256 · (64 · w + i) on.
  let bits: UnsafeMutablePointer<UInt64>
  private let count: Int

  /// - Parameters:
  ///   - frames: length of the time line; a posting holds no frame of 2^`timeBits` or more.
  ///   - timeBits: of the segment's postings.
  init(timeBits: Int) {
    count = (1 << max(0, timeBits - Self.shift) + 63) / 64
    bits = .allocate(capacity: count)
    bits.initialize(repeating: 0, count: count)
  }

  deinit { bits.deallocate() }

  /// Notes that a material is removed whose stretch begins at frame `start`, and the next one's at `next`.
  func insert(start: Int, next: Int) {
    for block in (start >> Self.shift)...max(start >> Self.shift, (next - IndexGeometry.gap) >> Self.shift)
    where block >> 6 < count {
      bits[block >> 6] |= 1 << UInt64(block & 63)
    }
  }

  /// Whether a frame of a posting is one of them.
  @inline(__always)
  static func contains(_ frame: UInt32, _ bits: UnsafePointer<UInt64>) -> Bool {
    bits[Int(frame >> (UInt32(shift) + 6))] >> UInt64((frame >> UInt32(shift)) & 63) & 1 != 0
  }
}
