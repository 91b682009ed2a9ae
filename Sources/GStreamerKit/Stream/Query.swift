import CGStreamer

/// A GstQuery that is lent for the time of a call.
public struct Query: ~Copyable {
  /// The kinds that stages meet.
  public enum Kind: Sendable, Equatable {
    case caps, acceptCaps, allocation, drain, latency, position, duration, seeking, other
  }

  private let pointer: UnsafeMutablePointer<GstQuery>

  init(borrowing pointer: UnsafeMutablePointer<GstQuery>) { self.pointer = pointer }

  /// What is asked.
  public var kind: Kind {
    switch pointer.pointee.type {
    case GST_QUERY_CAPS: .caps
    case GST_QUERY_ACCEPT_CAPS: .acceptCaps
    case GST_QUERY_ALLOCATION: .allocation
    case GST_QUERY_DRAIN: .drain
    case GST_QUERY_LATENCY: .latency
    case GST_QUERY_POSITION: .position
    case GST_QUERY_DURATION: .duration
    case GST_QUERY_SEEKING: .seeking
    default: .other
    }
  }

  /// Whether it waits for its turn among the buffers, and whoever asks waits with it.
  public var isSerialized: Bool { pointer.pointee.type.rawValue & guint(GST_QUERY_TYPE_SERIALIZED.rawValue) != 0 }

  /// Answers a caps query with all of these that the asker is interested in.
  public func answer(_ caps: Caps) {
    guard kind == .caps else { return }
    var filter: UnsafeMutablePointer<GstCaps>?
    gst_query_parse_caps(pointer, &filter)
    caps.withPointer { caps in
      guard let filter else { return gst_query_set_caps_result(pointer, caps) }
      let common = gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST)
      gst_query_set_caps_result(pointer, common)
      gst_caps_unref(common)
    }
  }

  /// Answers the question whether caps are acceptable.
  public func answer(_ accepts: Bool) {
    if kind == .acceptCaps { gst_query_set_accept_caps_result(pointer, accepts ? 1 : 0) }
  }

  /// The caps that an accept-caps query is about; nil for other kinds.
  public var caps: Caps? {
    guard kind == .acceptCaps else { return nil }
    var caps: UnsafeMutablePointer<GstCaps>?
    gst_query_parse_accept_caps(pointer, &caps)
    return caps.map { Caps(borrowing: $0) }
  }
}
