import Dispatch
import GStreamerKit
import Recognition
import Synchronization

/// What is done on the control queue.
extension PipelineRunner {
  private static let patience = 2.0

  // MARK: Commands

  func begin(_ session: UInt64) {
    switch state.withLock({ $0.step }) {
    case .idle: break
    case .ending, .closing:
      return state.withLock { state in
        if case .stop = state.next { state.startedAgain = session }
      }
    case .up, .waiting: return
    }
    let (heard, lost, dropped) = (heard, self.lost, self.dropped)
    state.withLock { state in
      state.session = session
      state.attempt = 0
      state.failures = 0
      state.isPaused = false
      state.startedAt = MonotonicClock.now()
      (state.heardAtBegin, state.lostAtBegin, state.droppedAtBegin) = (heard, lost, dropped)
    }
    open(at: 0)
  }

  func end() {
    let (step, canDrain, cancelled) = state.withLock { state in
      defer { state.startedAgain = nil }
      if state.step == .closing, case .retry = state.next { state.next = .stop(nil) }
      return (state.step, !state.isPaused && !state.isBuffering, state.startedAgain ?? 0)
    }
    if cancelled != 0 { delivery.async { self.receive(.stopped(nil), cancelled) } }
    switch step {
    case .idle, .ending, .closing: return
    case .waiting: finish(nil)
    case .up:
      guard canDrain, finishesUnheard || heard > state.withLock({ $0.heardAtStart }) else {
        return close(then: .stop(nil))
      }
      drain()
    }
  }

  func hold(_ isPaused: Bool) {
    let (isUp, isBuffering) = state.withLock { state in
      let isChange = state.step != .idle && state.isPaused != isPaused
      if isChange { state.isPaused = isPaused }
      state.aliveAt = MonotonicClock.now()
      return (isChange && state.step == .up, state.isBuffering)
    }
    // What goes wrong is on the bus.
    if isUp { isPaused || isBuffering ? try? pipeline.pause() : try? pipeline.play() }
  }

  // MARK: Steps

  private func open(at offset: UInt64) {
    for sink in sinks { sink.begin(at: offset) }
    let heard = heard
    let (attempt, isPaused) = state.withLock { state in
      state.step = .up
      state.ticket += 1
      state.next = .stop(nil)
      state.isBuffering = false
      state.audioSince = nil
      state.aliveAt = MonotonicClock.now()
      state.heardAtStart = heard
      return (state.attempt, state.isPaused)
    }
    tell(.starting(attempt: attempt))
    do throws(PipelineError) { isPaused ? try pipeline.pause() : try pipeline.play() } catch {
      // Behind what the bus says about it, which knows more.
      control.async { self.fail(RecognitionError(.stage, error.message, cause: error)) }
    }
    tick(state.withLock { $0.ticket })
  }

  /// Lets what is on its way through the pipeline be decided.
  private func drain() {
    let ticket = enter(.ending)
    let session = state.withLock { $0.session }
    // May wait for a source or a stage; not this queue, which is to give it up after a while.
    DispatchQueue.global().async { [pipeline, finishSources] in finishSources(pipeline, session) }
    control.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      guard let self, state.withLock({ $0.step == .ending && $0.ticket == ticket }) else { return }
      close(then: .stop(nil))
    }
  }

  func close(then next: State.Next) {
    state.withLock { $0.next = next }
    enter(.closing)
    // No task: its pool may be full of threads that wait for this very end.
    pipeline.stop { [weak self] in
      guard let self else { return }
      control.async { self.closed() }
    }
  }

  func closed() {
    switch state.withLock({ $0.next }) {
    case .stop(let error): finish(error)
    case .retry(let time):
      let ticket = enter(.waiting)
      let now = MonotonicClock.now()
      let wait = Double(time - min(time, now)) / 1e9
      control.asyncAfter(deadline: .now() + wait) { [weak self] in
        guard let self, state.withLock({ $0.step == .waiting && $0.ticket == ticket }) else { return }
        startAgain()
      }
    }
  }

  private func startAgain() {
    let startedAt = state.withLock { state in
      state.attempt += 1
      return state.startedAt
    }
    // As much later as time has passed, and never before what has been said: a recording plays faster than time passes.
    let elapsed = MonotonicClock.now() - startedAt
    open(at: sinks.map(\.progress).reduce(elapsed, max))
  }

  private func finish(_ error: RecognitionError?) {
    enter(.idle)
    let (waiters, startedAgain) = state.withLock { state in
      defer { (state.waiters, state.startedAgain) = ([], nil) }
      return (state.waiters, state.startedAgain)
    }
    tell(.stopped(error))
    delivery.async { for waiter in waiters { waiter() } }
    if let startedAgain { begin(startedAgain) }
  }

  @discardableResult
  func enter(_ step: State.Step) -> UInt64 {
    state.withLock { state in
      state.step = step
      state.ticket += 1
      return state.ticket
    }
  }

  func tell(_ event: Event) {
    let session = state.withLock { $0.session }
    delivery.async { self.receive(event, session) }
  }

  // MARK: Watching

  private func tick(_ ticket: UInt64) {
    guard state.withLock({ $0.step == .up && $0.ticket == ticket }) else { return }
    noteAudio()
    let now = MonotonicClock.now()
    let (silent, hasAudio) = state.withLock { state in
      if state.isPaused { state.aliveAt = now }
      return (Double(now - state.aliveAt) / 1e9, state.audioSince != nil)
    }
    if let limit = policy.stallTimeout, silent > limit {
      return fail(RecognitionError(.stalled, "No audio came for \(Int(silent.rounded())) seconds."))
    }
    control.asyncAfter(deadline: .now() + (hasAudio ? 0.25 : 0.05)) { [weak self] in self?.tick(ticket) }
  }

  /// Looks whether audio has come.
  func noteAudio() {
    let heard = heard
    let progress = sinks.reduce(heard) { $0 &+ $1.runningTime }
    let isFirst = state.withLock { state in
      guard state.step == .up else { return false }
      if progress != state.progress { (state.progress, state.aliveAt) = (progress, MonotonicClock.now()) }
      guard heard > state.heardAtStart, state.audioSince == nil else { return false }
      state.audioSince = MonotonicClock.now()
      return true
    }
    if isFirst { tell(.running) }
  }
}
