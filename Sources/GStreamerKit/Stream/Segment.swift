import CGStreamer

/// The part of a stream that is being played, and how its timestamps relate to running time and stream time.
public struct Segment: @unchecked Sendable {
  /// The unit of the segment's values.
  public enum Format: Sendable, Equatable { case undefined, time, bytes, other }

  // A plain C structure without pointers.
  private let raw: GstSegment

  init(_ raw: GstSegment) { self.raw = raw }

  /// The unit of start, stop, time and position; ns where it is `.time`.
  public var format: Format {
    switch raw.format {
    case GST_FORMAT_UNDEFINED: .undefined
    case GST_FORMAT_TIME: .time
    case GST_FORMAT_BYTES: .bytes
    default: .other
    }
  }
  /// Playback rate; negative when playing backwards.
  public var rate: Double { raw.rate }
  /// Rate that has been applied to the data already, as by an element that resampled.
  public var appliedRate: Double { raw.applied_rate }
  /// Running time at the segment's start.
  public var base: UInt64 { UInt64(raw.base) }
  /// First timestamp of the segment.
  public var start: UInt64 { UInt64(raw.start) }
  /// Last timestamp of the segment; nil where it is open.
  public var stop: UInt64? { ClockTime.optional(UInt64(raw.stop)) }
  /// Stream time at the segment's start.
  public var time: UInt64 { UInt64(raw.time) }
  /// Timestamp that playback has reached.
  public var position: UInt64 { UInt64(raw.position) }
  /// Amount from the segment's start that has been played already.
  public var offset: UInt64 { UInt64(raw.offset) }

  /// The running time of a timestamp; nil outside the segment and where the format is not time.
  public func toRunningTime(_ timestamp: UInt64) -> UInt64? {
    guard raw.format == GST_FORMAT_TIME else { return nil }
    return withUnsafePointer(to: raw) {
      ClockTime.optional(UInt64(gst_segment_to_running_time($0, GST_FORMAT_TIME, guint64(timestamp))))
    }
  }

  /// The stream time (place in the medium) of a timestamp; nil outside the segment and where the format is not time.
  public func toStreamTime(_ timestamp: UInt64) -> UInt64? {
    guard raw.format == GST_FORMAT_TIME else { return nil }
    return withUnsafePointer(to: raw) {
      ClockTime.optional(UInt64(gst_segment_to_stream_time($0, GST_FORMAT_TIME, guint64(timestamp))))
    }
  }

  /// The running time at which the segment begins to play: of its start, or of its stop when played backwards.
  public var firstRunningTime: UInt64? { toRunningTime(rate < 0 ? stop ?? start : start) }
}
