extension Recognizer {
  /// Where a session stands.
  public enum State: Sendable {
    /// It was asked for; no audio has come yet.
    case starting
    /// Audio comes.
    case running
    /// It broke, and will be tried again in so many seconds.
    case recovering(RecognitionError, retryIn: Double)
    /// No session, and the only end of one: nil when it was asked for or the stream ended.
    case stopped(RecognitionError?)

    /// Whether a session is over with it.
    public var isStopped: Bool { if case .stopped = self { true } else { false } }
  }
}
