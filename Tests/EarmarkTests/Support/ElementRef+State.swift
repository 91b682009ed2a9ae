import CGStreamer

@testable import GStreamerKit

extension ElementRef {
  /// The state that the pipeline this element is in is to have.
  var targetState: Message.State? {
    var top = UnsafeMutableRawPointer(pointer)
    gst_object_ref(top)
    defer { gst_object_unref(top) }
    while let parent = gst_object_get_parent(top.assumingMemoryBound(to: GstObject.self)) {
      gst_object_unref(top)
      top = UnsafeMutableRawPointer(parent)
    }
    switch top.assumingMemoryBound(to: GstElement.self).pointee.target_state {
    case GST_STATE_NULL: return .null
    case GST_STATE_READY: return .ready
    case GST_STATE_PAUSED: return .paused
    case GST_STATE_PLAYING: return .playing
    default: return nil
    }
  }
}
