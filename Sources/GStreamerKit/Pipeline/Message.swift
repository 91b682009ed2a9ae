import CGStreamer

/// What a pipeline and its elements tell the application.
public enum Message: Sendable {
  /// The states of an element.
  public enum State: Sendable, Equatable { case null, ready, paused, playing }

  /// All sinks have reached the end of the stream.
  case endOfStream
  /// Something stopped an element. `source` is the element's name.
  case error(source: String, ElementError)
  case warning(source: String, ElementError)
  case info(source: String, ElementError)
  /// What an element has to say itself.
  case element(source: String, Structure)
  /// An element (or the pipeline, by its own name) changed its state.
  case stateChanged(source: String, from: State, to: State)
  case streamStarted
  case latencyChanged
  /// The pipeline has prerolled, or finished a seek.
  case asyncDone
  case clockLost
  /// How full a network buffer is, 0…100.
  case buffering(percent: Int)

  /// nil for kinds that are not listed above.
  init?(_ message: UnsafeMutablePointer<GstMessage>) {
    let source =
      message.pointee.src.flatMap { gst_object_get_name($0) }.map { name in
        defer { g_free(name) }
        return String(cString: name)
      } ?? ""
    switch message.pointee.type {
    case GST_MESSAGE_EOS: self = .endOfStream
    case GST_MESSAGE_ERROR: self = .error(source: source, ElementError(parsing: message, gst_message_parse_error))
    case GST_MESSAGE_WARNING:
      self = .warning(source: source, ElementError(parsing: message, gst_message_parse_warning))
    case GST_MESSAGE_INFO: self = .info(source: source, ElementError(parsing: message, gst_message_parse_info))
    case GST_MESSAGE_ELEMENT:
      guard let structure = gst_message_get_structure(message) else { return nil }
      self = .element(source: source, Structure(copying: structure))
    case GST_MESSAGE_STATE_CHANGED:
      var from = GST_STATE_NULL
      var to = GST_STATE_NULL
      gst_message_parse_state_changed(message, &from, &to, nil)
      self = .stateChanged(source: source, from: State(from), to: State(to))
    case GST_MESSAGE_STREAM_START: self = .streamStarted
    case GST_MESSAGE_LATENCY: self = .latencyChanged
    case GST_MESSAGE_ASYNC_DONE: self = .asyncDone
    case GST_MESSAGE_CLOCK_LOST: self = .clockLost
    case GST_MESSAGE_BUFFERING:
      var percent: gint = 0
      gst_message_parse_buffering(message, &percent)
      self = .buffering(percent: Int(percent))
    default: return nil
    }
  }

  /// Whether playback is over with it.
  var isTerminal: Bool {
    switch self {
    case .endOfStream, .error: true
    default: false
    }
  }

  /// Whether it is the end of the stream.
  var isEnd: Bool { if case .endOfStream = self { true } else { false } }
}

extension Message.State {
  init(_ state: GstState) {
    switch state {
    case GST_STATE_READY: self = .ready
    case GST_STATE_PAUSED: self = .paused
    case GST_STATE_PLAYING: self = .playing
    default: self = .null
    }
  }
}

extension ElementError {
  fileprivate typealias Parser = (
    UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
  ) -> Void

  fileprivate init(parsing message: UnsafeMutablePointer<GstMessage>, _ parse: Parser) {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<gchar>?
    parse(message, &error, &debug)
    defer {
      g_clear_error(&error)
      g_free(debug)
    }
    self.init(
      domain: Domain(quark: error?.pointee.domain ?? 0), code: error?.pointee.code ?? 0,
      message: error?.pointee.message.map { String(cString: $0) } ?? "", debug: debug.map { String(cString: $0) } ?? "")
  }
}
