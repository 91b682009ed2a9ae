import CGStreamer

/// Up to which state a property may be set. Setting it in a higher one is ignored with a warning.
public enum Mutability: Sendable {
  /// In NULL and READY.
  case ready
  /// In NULL, READY and PAUSED.
  case paused
  /// In every state.
  case playing

  var flag: gint {
    switch self {
    case .ready: EARMARK_PARAM_MUTABLE_READY
    case .paused: EARMARK_PARAM_MUTABLE_PAUSED
    case .playing: EARMARK_PARAM_MUTABLE_PLAYING
    }
  }

  func allows(_ state: GstState) -> Bool {
    switch self {
    case .ready: state.rawValue <= GST_STATE_READY.rawValue
    case .paused: state.rawValue <= GST_STATE_PAUSED.rawValue
    case .playing: true
    }
  }
}
