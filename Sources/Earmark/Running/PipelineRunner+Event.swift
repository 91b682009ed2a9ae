extension PipelineRunner {
  /// What happens, in order. A session is what lies between a start and the `stopped` that ends it.
  public enum Event: Sendable {
    /// The pipeline is being started: number 0 first, then one more each time it is started again in this session.
    case starting(attempt: Int)
    /// The first audio since it was started has come to a timeline sink.
    case running
    /// It broke, and will be started again in so many seconds.
    case recovering(RecognitionError, retryIn: Double)
    /// An activity changed: a line of the version 1 JSON schema, and the name of the timeline sink that says it.
    case activity(line: String, sink: String)
    /// The reducer for handler callbacks accepted a change.
    case campaign(line: String, sink: String)
    /// The state of markers changed.
    case markerState(line: String, sink: String)
    /// Trouble that passes, or a stage's warning: a line of type `fault`.
    case fault(line: String)
    /// The only end of a session: nil when it was asked for or the stream ended. Nothing follows in this session.
    case stopped(RecognitionError?)
  }
}
