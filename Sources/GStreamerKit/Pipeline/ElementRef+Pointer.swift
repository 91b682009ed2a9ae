import CGStreamer

extension ElementRef {
  /// An element that other code has made: a `GstElement *` of C, or what `hash(element)` is to PyGObject.
  /// Takes a reference of its own; nil where this is no element.
  /// - Parameter pointer: a GObject that is alive.
  public convenience init?(_ pointer: UnsafeMutableRawPointer) {
    GStreamer.initialize()
    guard earmark_is_a(pointer, gst_element_get_type()) != 0 else { return nil }
    gst_object_ref(pointer)
    self.init(owning: pointer.assumingMemoryBound(to: GstElement.self))
  }

  /// Whether it has such a signal.
  public func hasSignal(_ name: String) -> Bool { g_signal_lookup(name, earmark_type_of(pointer)) != 0 }

  /// Whether it counts as a source.
  public var isSource: Bool {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstObject.self).pointee.flags
      & guint(GST_ELEMENT_FLAG_SOURCE.rawValue) != 0
  }

  /// Sends the end of the stream into it, which comes out of a source.
  @discardableResult
  public func sendEndOfStream() -> Bool { gst_element_send_event(pointer, gst_event_new_eos()) != 0 }
}
