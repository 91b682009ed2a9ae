import Dispatch
import GStreamerKit
import Recognition
import Synchronization

/// What the pipeline says, and what follows from it.
extension PipelineRunner {
  /// On whatever thread posts the message.
  func take(_ message: Message) {
    switch message {
    case .endOfStream, .error, .warning, .clockLost, .buffering: control.async { self.handle(message) }
    case .element(_, let structure) where structure.name == "earmark-fault":
      control.async { self.handle(message) }
    default: break
    }
  }

  private func handle(_ message: Message) {
    switch message {
    case .endOfStream: ended()
    case .error(let element, let error):
      let failure = ElementFailure(error, from: element, in: pipeline)
      if failure.isFinal { return stop(failure.recognitionError) }
      fail(failure.recognitionError)
    case .warning(let element, let warning):
      guard let factory = pipeline.element(named: element)?.factory, Stages.names.contains(factory) else { return }
      if warning.debug.contains("no earmark-stage-") {
        return stop(RecognitionError(.stage, warning.message, cause: warning))
      }
      tell(.fault(line: FaultRecord(warning: warning, from: element, source: sourceName).line))
    case .element(let element, let structure):
      guard let fault = FaultRecord(structure, from: element, source: sourceName) else { return }
      tell(.fault(line: fault.line))
    case .clockLost:
      guard state.withLock({ $0.step == .up && !$0.isPaused && !$0.isBuffering }) else { return }
      try? pipeline.pause()
      try? pipeline.play()
    case .buffering(let percent): buffer(isFull: percent >= 100)
    default: break
    }
  }

  func heard(_ signal: TimelineSink.Signal, _ line: String, from sink: String) {
    guard state.withLock({ $0.step != .idle }) else { return }
    noteAudio()
    tell(signal.event(line, from: sink))
  }

  /// As GStreamer asks of applications: hold the pipeline while a network buffer fills, unless the source is live. Where
  /// nothing is played in time there is nothing to be held: everything is heard as it comes.
  private func buffer(isFull: Bool) {
    guard !pipeline.isLive, state.withLock({ $0.isBuffering }) || playsInTime else { return }
    let (isUp, isPaused) = state.withLock { state in
      let isUp = state.step == .up && state.isBuffering == isFull
      if isUp { state.isBuffering = !isFull }
      return (isUp, state.isPaused)
    }
    guard isUp, !isPaused else { return }
    if isFull {
      try? pipeline.play()
    } else {
      try? pipeline.pause()
      // Only now it is known, and there is nothing to wait for.
      guard pipeline.isLive else { return }
      state.withLock { $0.isBuffering = false }
      try? pipeline.play()
    }
  }

  /// Whether an element waits for the time of what it gets.
  private var playsInTime: Bool {
    pipeline.elements.contains { element in
      guard let sync: Bool = element.get("sync") else { return false }
      return sync && (element.category.contains("Sink") || element.factory == "identity")
    }
  }

  private func ended() {
    switch state.withLock({ $0.step }) {
    case .ending: close(then: .stop(nil))
    case .up:
      noteAudio()
      guard state.withLock({ $0.audioSince != nil }) else {
        return fail(RecognitionError(.input, "The stream ended before any audio came."))
      }
      if policy.when == .always {
        // No failure, nor are those before it any more.
        state.withLock { $0.failures = 0 }
        retry(after: RecognitionError(.input, "The stream has ended."), isFailure: false)
      } else {
        close(then: .stop(nil))
      }
    case .idle, .closing, .waiting: break
    }
  }

  /// A failure that may pass.
  func fail(_ error: RecognitionError) {
    if policy.when == .never { stop(error) } else { retry(after: error) }
  }

  /// A failure that does not pass.
  private func stop(_ error: RecognitionError) {
    switch state.withLock({ $0.step }) {
    case .up: close(then: .stop(error))
    case .ending: close(then: .stop(nil))
    case .idle, .closing, .waiting: break
    }
  }

  private func retry(after error: RecognitionError, isFailure: Bool = true) {
    guard state.withLock({ $0.step == .up }) else { return stop(error) }
    noteAudio()
    let now = MonotonicClock.now()
    let delay = state.withLock { state in
      if let since = state.audioSince, Double(now - since) / 1e9 > policy.maximumDelay { state.failures = 0 }
      defer { if isFailure { state.failures += 1 } }
      return policy.delay(afterFailure: state.failures)
    }
    tell(.recovering(error, retryIn: delay))
    close(then: .retry(at: now + UInt64(min(delay, 1e9) * 1e9)))
  }
}
