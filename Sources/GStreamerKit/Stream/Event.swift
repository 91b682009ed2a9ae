import CGStreamer

/// A GstEvent: what travels with the buffers, or against them.
public struct Event: Sendable {
  /// The kinds that stages meet.
  public enum Kind: Sendable, Equatable {
    case streamStart, caps, segment, tag, gap, endOfStream, flushStart, flushStop
    /// Serialized, downstream.
    case custom
    /// Serialized, downstream, remembered by the pads it passes.
    case customSticky
    case customUpstream
    case other
  }

  private let storage: Storage

  /// A serialized custom event for downstream.
  public static func custom(_ structure: Structure) -> Event {
    Event(making: GST_EVENT_CUSTOM_DOWNSTREAM, structure)
  }
  /// A serialized custom event for downstream that pads remember and give to whoever is linked later.
  public static func customSticky(_ structure: Structure) -> Event {
    Event(making: GST_EVENT_CUSTOM_DOWNSTREAM_STICKY, structure)
  }
  /// A custom event for upstream.
  public static func customUpstream(_ structure: Structure) -> Event {
    Event(making: GST_EVENT_CUSTOM_UPSTREAM, structure)
  }

  /// The end of a stream.
  public static func endOfStream() -> Event { Event(owning: gst_event_new_eos()) }
  /// Data under way is void; to be followed by `flushStop()`.
  public static func flushStart() -> Event { Event(owning: gst_event_new_flush_start()) }
  /// A flush is over; running time starts anew.
  public static func flushStop() -> Event { Event(owning: gst_event_new_flush_stop(1)) }

  private init(making type: GstEventType, _ structure: Structure) {
    storage = Storage(owning: gst_event_new_custom(type, structure.copied()))
  }

  init(borrowing pointer: UnsafeMutablePointer<GstEvent>) {
    storage = Storage(owning: earmark_event_ref(pointer))
  }

  init(owning pointer: UnsafeMutablePointer<GstEvent>) {
    storage = Storage(owning: pointer)
  }

  /// What kind of event it is.
  public var kind: Kind {
    switch withPointer({ $0.pointee.type }) {
    case GST_EVENT_STREAM_START: .streamStart
    case GST_EVENT_CAPS: .caps
    case GST_EVENT_SEGMENT: .segment
    case GST_EVENT_TAG: .tag
    case GST_EVENT_GAP: .gap
    case GST_EVENT_EOS: .endOfStream
    case GST_EVENT_FLUSH_START: .flushStart
    case GST_EVENT_FLUSH_STOP: .flushStop
    case GST_EVENT_CUSTOM_DOWNSTREAM: .custom
    case GST_EVENT_CUSTOM_DOWNSTREAM_STICKY: .customSticky
    case GST_EVENT_CUSTOM_UPSTREAM: .customUpstream
    default: .other
    }
  }

  /// Whether it keeps its place among the buffers.
  public var isSerialized: Bool {
    withPointer { $0.pointee.type.rawValue & GST_EVENT_TYPE_SERIALIZED.rawValue != 0 }
  }

  /// Whether both are the very same event rather than alike.
  public func isSame(as other: Event) -> Bool { storage.pointer == other.storage.pointer }

  /// What the event carries; nil where it carries nothing.
  public var structure: Structure? {
    withPointer { gst_event_get_structure($0).map { Structure(copying: $0) } }
  }

  /// The caps of a caps event; nil for other kinds.
  public var caps: Caps? {
    withPointer { pointer in
      guard pointer.pointee.type == GST_EVENT_CAPS else { return nil }
      var caps: UnsafeMutablePointer<GstCaps>?
      gst_event_parse_caps(pointer, &caps)
      return caps.map { Caps(borrowing: $0) }
    }
  }

  /// The name of the structure, without copying it; empty where there is none.
  public var name: String {
    withPointer { pointer in
      gst_event_get_structure(pointer).flatMap { gst_structure_get_name($0) }.map { String(cString: $0) } ?? ""
    }
  }

  /// Events that belong together, such as a seek and its flush, have the same number.
  public var sequenceNumber: UInt32 { withPointer { gst_event_get_seqnum($0) } }

  func withPointer<R>(_ body: (UnsafeMutablePointer<GstEvent>) -> R) -> R {
    withExtendedLifetime(storage) { body(storage.pointer) }
  }

  /// A reference for a C function that takes ownership.
  func retained() -> UnsafeMutablePointer<GstEvent>? { withPointer { earmark_event_ref($0) } }

  // An event is not written to after it was made.
  private final class Storage: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstEvent>
    init(owning pointer: UnsafeMutablePointer<GstEvent>) { self.pointer = pointer }
    deinit { earmark_event_unref(pointer) }
  }
}
