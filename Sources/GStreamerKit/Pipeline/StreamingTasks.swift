import CGStreamer

/// The threads that move data through the elements of a bin.
public enum StreamingTasks {
  /// Whether any of them is at work, or waits for data, a lock or a clock. A pipeline without one that has posted neither
  /// an error nor the end of the stream will never do so: some elements of GStreamer 1.22 lose their last message.
  /// - Parameter bin: a GstBin that is kept alive during the call.
  public static func areRunning(inBin bin: UnsafeMutableRawPointer) -> Bool {
    guard let iterator = gst_bin_iterate_recurse(bin.assumingMemoryBound(to: GstBin.self)) else { return false }
    defer { gst_iterator_free(iterator) }
    var value = GValue()
    defer { g_value_unset(&value) }
    while true {
      switch gst_iterator_next(iterator, &value) {
      case GST_ITERATOR_OK:
        if let element = g_value_get_object(&value), hasRunningTask(element.assumingMemoryBound(to: GstElement.self)) {
          return true
        }
        g_value_reset(&value)
      // While elements come and go there is somebody who makes them.
      case GST_ITERATOR_RESYNC: return true
      default: return false
      }
    }
  }

  private static func hasRunningTask(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
    var isRunning = false
    gst_element_foreach_pad(
      element,
      { _, pad, flag in
        guard let pad, gst_pad_get_task_state(pad) == GST_TASK_STARTED else { return 1 }
        flag?.assumingMemoryBound(to: Bool.self).pointee = true
        return 0
      }, &isRunning)
    return isRunning
  }
}
