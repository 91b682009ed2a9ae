/// A stretch of audio, at most a second, that is lent for the time of a call.
public struct AudioBuffer: ~Copyable {
  /// Interleaved samples in `format`; the count is `frames * format.frameSize`.
  public let bytes: UnsafeRawBufferPointer
  /// The format of the samples.
  public let format: AudioFormat
  /// Samples per channel.
  public let frames: Int
  /// Timestamp of the first frame in ns: the buffer's own, else counted on from the buffer before.
  public let pts: UInt64
  /// Running time of the first frame in ns; nil outside the segment.
  public let runningTime: UInt64?
  /// Stream time of the first frame in ns; nil outside the segment.
  public let streamTime: UInt64?
  /// The audio does not follow on what was analysed before: the buffer is flagged so, or its timestamp jumps by more
  /// than 40 ms. True for the first one.
  public let isDiscontinuity: Bool
  /// Silence that stands for missing audio.
  public let isGap: Bool

  /// Nanoseconds, rounded down.
  public var duration: UInt64 { ClockTime.duration(frames: UInt64(frames), rate: format.rate) }
}
