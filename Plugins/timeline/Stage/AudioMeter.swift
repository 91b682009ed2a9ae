/// Counts the audio that comes in, and what is missing in between. Times are running times in ns.
struct AudioMeter {
  /// Length of all audio that has come in.
  private(set) var heard: UInt64 = 0
  /// Length of all audio that was missing between two buffers of one stretch.
  private(set) var lost: UInt64 = 0
  /// Where the next buffer is to begin; nil: anywhere.
  private var expected: UInt64?

  /// Smaller holes are rounding in a container's timestamps: shorter than any codec's frame.
  private static let tolerance: UInt64 = 15_000_000

  /// A buffer; without a time it is taken to follow on the one before.
  mutating func hear(from start: UInt64?, duration: UInt64) {
    heard = sum(heard, duration)
    let begin = start ?? expected
    if let start, let expected, start > sum(expected, Self.tolerance) { lost = sum(lost, start - expected) }
    expected = begin.map { sum($0, duration) }
  }

  /// There is rightly nothing for a time.
  mutating func skip(from start: UInt64, duration: UInt64) { expected = sum(start, duration) }

  /// What comes next follows on nothing.
  mutating func interrupt() { expected = nil }

  private func sum(_ time: UInt64, _ duration: UInt64) -> UInt64 {
    let (sum, overflow) = time.addingReportingOverflow(duration)
    return overflow ? .max : sum
  }
}
