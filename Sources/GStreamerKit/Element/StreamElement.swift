import CGStreamer

/// What analysers and sinks share: hooks for what a stream consists of. Unless said otherwise, hooks run on the
/// streaming thread, one at a time. What a hook throws becomes an error message on the bus.
open class StreamElement: Element {
  /// The current segment; nil before the first one and after a flush.
  public internal(set) final var segment: Segment?
  /// The current caps; nil before the first ones and in READY.
  public internal(set) final var caps: Caps?
  /// Running time in ns at the end of the latest buffer or gap; nil before the first and after a flush.
  public internal(set) final var lastRunningTime: UInt64?

  /// READY→PAUSED, before any data, on the application's thread: opens what the element works with.
  open func start() throws {}
  /// PAUSED→READY, after all data, on the application's thread: forgets everything.
  open func stop() {}
  /// A new stream begins; its start has been forwarded.
  open func streamStarted() throws {}
  /// The caps are others than before; nil in READY. Called before they are forwarded.
  open func capsChanged(_ caps: Caps?) throws {}
  /// A new segment, before it is forwarded. `previous` is nil for the first one and after a flush.
  open func segmentChanged(_ segment: Segment, previous: Segment?) throws {}
  /// A serialized custom event, sticky or not, before it is forwarded.
  open func received(_ event: Event) throws {}
  /// There is no data for a time (timestamps in ns).
  open func gap(start: UInt64, duration: UInt64?) throws {}
  /// FLUSH_START, on the thread of whoever flushes, while the streaming thread may still be at work.
  open func flushStarted() {}
  /// FLUSH_STOP: forget what was gathered. It has been forwarded; events can be pushed again.
  open func flushed() {}

  /// The running time of a buffer's beginning in ns; nil outside the segment or without a timestamp.
  public final func runningTime(of buffer: borrowing Buffer) -> UInt64? {
    buffer.pts.flatMap { segment?.toRunningTime($0) }
  }

  /// The stream time of a buffer's beginning in ns; nil outside the segment or without a timestamp.
  public final func streamTime(of buffer: borrowing Buffer) -> UInt64? {
    buffer.pts.flatMap { segment?.toStreamTime($0) }
  }

  /// EOS has come; true to forward it now.
  func endOfStreamReceived(_ event: UnsafeMutablePointer<GstEvent>) throws -> Bool { true }
  /// STREAM_START has been forwarded.
  func streamStartForwarded() {}
  /// A custom event has been forwarded.
  func customEventForwarded(_ event: Event) throws {}
  /// What was held back is void.
  func cancelHeldEvents() {}
  /// A gap, for a base class's own bookkeeping.
  func noteGap(start: UInt64, duration: UInt64?) {}

  /// A flush has ended, for a base class's own bookkeeping.
  func noteFlush() {}

  func begin() -> Bool { attempt { try start() } }

  func end() {
    cancelHeldEvents()
    if caps != nil {
      caps = nil
      _ = attempt { try capsChanged(nil) }
    }
    stop()
    segment = nil
    lastRunningTime = nil
  }

  func noteRunningTime(start: UInt64?, duration: UInt64?) {
    guard let segment, let start else { return }
    if let time = segment.toRunningTime(start) {
      // The end may lie outside the segment by a rounding; counting on from the start avoids that.
      let length = segment.rate < 0 ? 0 : Double(duration ?? 0) / segment.rate
      lastRunningTime = ClockTime.sum(time, UInt64(exactly: length.rounded(.down)) ?? ClockTime.none)
    }
  }
}
