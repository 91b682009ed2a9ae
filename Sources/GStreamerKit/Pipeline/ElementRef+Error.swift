import CGStreamer

extension ElementRef {
  /// Posts an error message as if it came from the element, for what only the application sees: whoever runs the pipeline
  /// takes it for broken.
  public func post(_ error: ElementError) {
    gst_element_message_full(
      pointer, GST_MESSAGE_ERROR, error.domain.quark, error.code, g_strdup(error.message), g_strdup(error.debug),
      "application", "application", 0)
  }
}
