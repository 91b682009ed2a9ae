/// Tells the timestamp of each buffer of audio, and whether it follows on the one before.
struct AudioClock {
  // Counting frames from an anchor keeps the rounding of each buffer's duration from adding up.
  private var anchor: UInt64?
  private var frames: UInt64 = 0

  /// Jumps up to this are jitter.
  private static let tolerance: UInt64 = 40_000_000

  mutating func forget() { anchor = nil }

  mutating func skip(to time: UInt64) {
    anchor = time
    frames = 0
  }

  /// Returns when the next `count` frames begin, and whether that is not where the ones before ended.
  mutating func advance(pts: UInt64?, frames count: Int, rate: UInt32, segmentStart: UInt64) -> (
    start: UInt64, jumped: Bool
  ) {
    let expected = anchor.map { ClockTime.sum($0, ClockTime.duration(frames: frames, rate: rate)) }
    let start = pts ?? expected ?? segmentStart
    let jumped = expected.map { $0 > start ? $0 - start > Self.tolerance : start - $0 > Self.tolerance } ?? true
    if pts != nil || expected == nil {
      anchor = start
      frames = 0
    }
    frames += UInt64(count)
    return (start, jumped)
  }
}
