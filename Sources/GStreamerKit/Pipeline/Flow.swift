import CGStreamer

/// What became of a buffer that was pushed.
public enum Flow: Sendable, Equatable {
  case ok, endOfStream, flushing, notLinked, notNegotiated, error

  init(_ value: GstFlowReturn) {
    switch value {
    case GST_FLOW_EOS: self = .endOfStream
    case GST_FLOW_FLUSHING: self = .flushing
    case GST_FLOW_NOT_LINKED: self = .notLinked
    case GST_FLOW_NOT_NEGOTIATED: self = .notNegotiated
    default: self = value.rawValue < GST_FLOW_OK.rawValue ? .error : .ok
    }
  }
}
