import CGStreamer

@testable import GStreamerKit

extension ElementRef {
  /// Plays from the beginning at a rate.
  func seek(rate: Double) -> Bool {
    let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
    let event = gst_event_new_seek(rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_END, 0)
    return gst_element_send_event(pointer, event) != 0
  }
}
