extension PipelineRunner {
  /// Where a session stands.
  struct State {
    enum Step: Equatable {
      /// No session.
      case idle
      /// The pipeline is being started, or runs.
      case up
      /// The end of the stream is on its way.
      case ending
      /// The pipeline is being stopped.
      case closing
      /// The pipeline has stopped; it will be started again.
      case waiting
    }

    /// What follows once the pipeline has stopped.
    enum Next {
      case stop(RecognitionError?)
      /// Start again, at this time of the monotonic clock (ns).
      case retry(at: UInt64)
    }

    var step = Step.idle
    var next = Next.stop(nil)
    /// The caller's number of the session, or of the last one; 0 where it has none.
    var session: UInt64 = 0
    /// The number of the session that is to follow, if one is.
    var startedAgain: UInt64?
    var isPaused = false
    var isBuffering = false
    /// Counts steps, so that what was planned for an older one is not done.
    var ticket: UInt64 = 0
    var attempt = 0
    /// Failures in a row.
    var failures = 0
    /// When the session began (monotonic clock, ns).
    var startedAt: UInt64 = 0
    /// When the first audio of this start came; nil before.
    var audioSince: UInt64?
    /// When audio came last, or its absence began to count.
    var aliveAt: UInt64 = 0
    var progress: UInt64 = 0
    /// What the sinks had heard when this start, and the session, began, ns.
    var heardAtStart: UInt64 = 0
    var heardAtBegin: UInt64 = 0
    var lostAtBegin: UInt64 = 0
    var droppedAtBegin: UInt64 = 0
    /// Who waits for the session's end.
    var waiters: [@Sendable () -> Void] = []
  }
}
