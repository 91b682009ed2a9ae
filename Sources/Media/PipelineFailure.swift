import CGStreamer

/// An error message of a pipeline, as GStreamer gives it.
struct PipelineFailure: Error, Sendable, Equatable {
  /// The families of error codes.
  enum Domain: Sendable, Equatable {
    case core
    case resource
    case stream
    case other
  }

  var domain: Domain
  var code: Int32
  var message: String
  var debug: String
  /// Whether the element that fetches the input posted it.
  var isFromSource = false
  /// What a web server answered, if one did.
  var httpStatus: Int?

  init(domain: Domain, code: Int32, message: String, debug: String = "", httpStatus: Int? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
    self.debug = debug
    self.httpStatus = httpStatus
  }

  /// Reads a message of type error.
  init(_ message: UnsafeMutablePointer<GstMessage>) {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<gchar>?
    gst_message_parse_error(message, &error, &debug)
    defer {
      g_clear_error(&error)
      g_free(debug)
    }
    self.init(
      domain: Self.domain(error?.pointee.domain ?? 0), code: error?.pointee.code ?? 0,
      message: error.map { String(cString: $0.pointee.message) } ?? "", debug: debug.map { String(cString: $0) } ?? "")
    if let object = message.pointee.src {
      isFromSource = object.pointee.flags & guint(GST_ELEMENT_FLAG_SOURCE.rawValue) != 0
    }
    var details: UnsafePointer<GstStructure>?
    gst_message_parse_error_details(message, &details)
    var status: guint = 0
    if let details, gst_structure_get_uint(details, "http-status-code", &status) != 0 { httpStatus = Int(status) }
  }

  /// Reads a GError, for example of a pipeline that could not be built.
  init(_ error: UnsafeMutablePointer<GError>?) {
    self.init(
      domain: Self.domain(error?.pointee.domain ?? 0), code: error?.pointee.code ?? 0,
      message: error.map { String(cString: $0.pointee.message) } ?? "")
  }

  private static func domain(_ quark: GQuark) -> Domain {
    switch quark {
    case gst_core_error_quark(): .core
    case gst_resource_error_quark(): .resource
    case gst_stream_error_quark(): .stream
    default: .other
    }
  }
}
