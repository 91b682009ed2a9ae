import CGStreamer

/// A pad of an element, as whoever builds pipelines sees it. Keeps it alive. Any thread may use it.
public final class PadRef: @unchecked Sendable {  // holds a reference; GstPad locks itself
  let pointer: UnsafeMutablePointer<GstPad>

  init(owning pointer: UnsafeMutablePointer<GstPad>) { self.pointer = pointer }
  init(borrowing pointer: UnsafeMutablePointer<GstPad>) {
    self.pointer = pointer
    gst_object_ref(pointer)
  }
  deinit { gst_object_unref(pointer) }

  /// The pad's name in its element.
  public var name: String {
    guard let name = gst_object_get_name(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstObject.self))
    else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }

  /// The format of what flows; nil before it is known.
  public var caps: Caps? {
    guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
    defer { gst_caps_unref(caps) }
    return Caps(borrowing: caps)
  }

  /// The pad it is linked to.
  public var peer: PadRef? { gst_pad_get_peer(pointer).map { PadRef(owning: $0) } }

  /// What the last push out of this source pad came to.
  public var lastFlow: Flow { Flow(gst_pad_get_last_flow_return(pointer)) }

  /// Links this source pad to a sink pad. False where their formats or their places in the pipeline do not allow it.
  ///
  /// What is upstream is not asked to choose its format anew, since a branch that is added is to take what flows.
  @discardableResult
  public func link(to sink: PadRef) -> Bool {
    guard gst_pad_get_direction(pointer) == GST_PAD_SRC, gst_pad_get_direction(sink.pointer) == GST_PAD_SINK else {
      return false
    }
    let checks = GST_PAD_LINK_CHECK_DEFAULT.rawValue | GST_PAD_LINK_CHECK_NO_RECONFIGURE.rawValue
    return gst_pad_link_full(pointer, sink.pointer, GstPadLinkCheck(checks)) == GST_PAD_LINK_OK
  }

  /// Hands an event to the pad this one is linked to, past its own probes, on this thread. False where it is refused.
  @discardableResult
  public func sendToPeer(_ event: Event) -> Bool {
    guard let peer = gst_pad_get_peer(pointer) else { return false }
    defer { gst_object_unref(peer) }
    return gst_pad_send_event(peer, event.retained()) != 0
  }
}
