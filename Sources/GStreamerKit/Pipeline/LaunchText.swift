import CGStreamer

/// Text in gst-launch's syntax, and the elements it stands for.
enum LaunchText {
  /// Makes the elements; what comes back is owned by the caller.
  static func parse(_ description: String, flags: [GstParseFlags]) throws(PipelineError)
    -> UnsafeMutablePointer<GstElement>
  {
    let context = gst_parse_context_new()
    defer { gst_parse_context_free(context) }
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    let combined = GstParseFlags(flags.reduce(GST_PARSE_FLAG_FATAL_ERRORS.rawValue) { $0 | $1.rawValue })
    guard let parsed = gst_parse_launch_full(description, context, combined, &error) else {
      throw PipelineError(error, missingElements: missingElements(context))
    }
    gst_object_ref_sink(parsed)
    return parsed
  }

  private static func missingElements(_ context: OpaquePointer?) -> [String] {
    guard let missing = gst_parse_context_get_missing_elements(context) else { return [] }
    defer { g_strfreev(missing) }
    var names: [String] = []
    while let name = missing[names.count] { names.append(String(cString: name)) }
    return names
  }
}
