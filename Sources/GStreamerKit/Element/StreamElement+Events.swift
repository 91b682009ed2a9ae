import CGStreamer

extension StreamElement {
  /// Calls the hooks of an event that has come in by the sink pad, and `forward`, which takes the event, in between.
  func handle(
    _ event: UnsafeMutablePointer<GstEvent>, forward: (UnsafeMutablePointer<GstEvent>) -> Bool
  ) -> Bool {
    switch event.pointee.type {
    case GST_EVENT_STREAM_START:
      cancelHeldEvents()
      guard forward(event) else { return false }
      streamStartForwarded()
      return attempt { try streamStarted() }
    case GST_EVENT_CAPS: return before(event, forward) { try noteCaps(event) }
    case GST_EVENT_SEGMENT: return before(event, forward) { try noteSegment(event) }
    case GST_EVENT_GAP: return before(event, forward) { try noteGap(event) }
    case GST_EVENT_CUSTOM_DOWNSTREAM, GST_EVENT_CUSTOM_DOWNSTREAM_STICKY:
      let custom = Event(borrowing: event)
      guard before(event, forward, { try received(custom) }) else { return false }
      return attempt { try customEventForwarded(custom) }
    case GST_EVENT_EOS:
      var passes = true
      // An EOS goes on even when the last evidence could not be decided: the error message says why.
      _ = attempt { passes = try endOfStreamReceived(event) }
      if passes { return forward(event) }
      earmark_event_unref(event)
      return true
    case GST_EVENT_FLUSH_START:
      cancelHeldEvents()
      flushStarted()
      return forward(event)
    case GST_EVENT_FLUSH_STOP:
      let result = forward(event)
      segment = nil
      lastRunningTime = nil
      noteFlush()
      flushed()
      return result
    default: return forward(event)
    }
  }

  private func before(
    _ event: UnsafeMutablePointer<GstEvent>, _ forward: (UnsafeMutablePointer<GstEvent>) -> Bool,
    _ hook: () throws -> Void
  ) -> Bool {
    if attempt(hook) { return forward(event) }
    earmark_event_unref(event)
    return false
  }

  private func noteCaps(_ event: UnsafeMutablePointer<GstEvent>) throws {
    var pointer: UnsafeMutablePointer<GstCaps>?
    gst_event_parse_caps(event, &pointer)
    guard let pointer else { return }
    let new = Caps(borrowing: pointer)
    guard new != caps else { return }
    caps = new
    do {
      try capsChanged(new)
    } catch {
      // The peer offers them again before the next buffer: they are to be refused again, lest audio passes unheard.
      caps = nil
      throw error
    }
  }

  private func noteSegment(_ event: UnsafeMutablePointer<GstEvent>) throws {
    var pointer: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &pointer)
    guard let pointer else { return }
    let previous = segment
    let new = Segment(pointer.pointee)
    segment = new
    try segmentChanged(new, previous: previous)
  }

  private func noteGap(_ event: UnsafeMutablePointer<GstEvent>) throws {
    var start = GstClockTime(0)
    var length = GstClockTime(0)
    gst_event_parse_gap(event, &start, &length)
    let duration = ClockTime.optional(UInt64(length))
    noteGap(start: UInt64(start), duration: duration)
    try gap(start: UInt64(start), duration: duration)
    noteRunningTime(start: UInt64(start), duration: duration)
  }
}
