import CGStreamer

/// A GstBuffer that is lent for the time of a call. Nothing is copied.
public struct Buffer: ~Copyable {
  let pointer: UnsafeMutablePointer<GstBuffer>

  init(borrowing pointer: UnsafeMutablePointer<GstBuffer>) { self.pointer = pointer }

  /// Tells it from every other buffer that exists at the same time.
  public var identity: UInt { UInt(bitPattern: pointer) }
  /// Presentation timestamp in ns.
  public var pts: UInt64? { ClockTime.optional(UInt64(pointer.pointee.pts)) }
  /// Duration in ns.
  public var duration: UInt64? { ClockTime.optional(UInt64(pointer.pointee.duration)) }
  /// Bytes.
  public var size: Int { Int(gst_buffer_get_size(pointer)) }
  /// The data does not follow on the buffer before.
  public var isDiscontinuity: Bool { has(GST_BUFFER_FLAG_DISCONT) }
  /// The data was made up (silence) because there is none.
  public var isGap: Bool { has(GST_BUFFER_FLAG_GAP) }
  /// The data may be damaged.
  public var isCorrupted: Bool { has(GST_BUFFER_FLAG_CORRUPTED) }

  /// Maps the buffer for reading, for the time of the closure; nil where it cannot be mapped.
  public func withBytes<R, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R? {
    var map = GstMapInfo()
    guard gst_buffer_map(pointer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(pointer, &map) }
    return try body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
  }

  private func has(_ flag: GstBufferFlags) -> Bool {
    pointer.pointee.mini_object.flags & guint(flag.rawValue) != 0
  }
}
