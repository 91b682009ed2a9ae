import Dispatch
import GStreamerKit
import Recognition
import Synchronization

/// Audio of the program itself, on its way into a pipeline: waits here until the pipeline takes it, up to a limit.
final class PushedAudio: Sendable {
  private struct Chunk {
    var bytes: [UInt8]
    var format: AudioFormat
    var time: UInt64
    var duration: UInt64
    var isDiscontinuity: Bool
  }
  private struct State {
    var session: UInt64 = 0
    var isOpen = false
    var isFinishing = false
    /// Whether the pipeline has been started for this session; before, it still belongs to the one before.
    var isStarted = false
    var chunks = Line<Chunk>()
    /// Length of what waits, ns.
    var waiting: UInt64 = 0
    /// Where the next audio belongs: the time at which its format began, and the frames since.
    var base: UInt64 = 0
    var frames: UInt64 = 0
    var format: AudioFormat?
    /// Whether audio was dropped just before.
    var isOverflowing = false
    var dropped: UInt64 = 0
    var isPumpScheduled = false

    /// Where the next audio belongs, ns.
    var now: UInt64 {
      format.map { ClockTime.sum(base, ClockTime.duration(frames: frames, rate: $0.rate)) } ?? base
    }

    /// Counts what did not fit; a report where an overflow begins or is over.
    mutating func note(missing frames: Int, _ format: AudioFormat, _ source: String) -> FaultRecord? {
      let wasOverflowing = isOverflowing
      isOverflowing = frames > 0
      dropped += ClockTime.duration(frames: UInt64(frames), rate: format.rate)
      guard isOverflowing != wasOverflowing else { return nil }
      let seconds = TimelineJSON.seconds(dropped)
      let text =
        isOverflowing
        ? "Audio is pushed faster than it is recognised, and some is dropped; push it as it is heard, or raise pushLimit."
        : "Pushed audio is taken again; \(seconds) s were dropped since the start."
      return FaultRecord(
        stage: "input", code: FaultCode.audioServiceFailure.rawValue, text: text, retryIn: nil,
        isRestored: !isOverflowing, observedAt: .now(),
        source: source)
    }
  }
  private let state = Mutex(State())
  private let element = Mutex<ElementRef?>(nil)
  private let limit: UInt64
  private let report: @Sendable (FaultRecord, UInt64) -> Void
  private let source: String
  private let pump = DispatchQueue(label: "earmark.recognizer.push")
  /// So much waits in the pipeline, ns.
  private static let level: UInt64 = 1_000_000_000

  /// - Parameters:
  ///   - limit: seconds that wait at most.
  ///   - report: is told of overflows, and the session.
  init(limit: Double, source: String, report: @escaping @Sendable (FaultRecord, UInt64) -> Void) {
    self.limit = UInt64(min(max(limit.isFinite ? limit : 60, 0.1), 1e6) * 1e9)
    self.source = source
    self.report = report
  }

  /// What was dropped in this session, ns.
  var dropped: UInt64 { state.withLock { $0.dropped } }

  /// Takes over the source element, which is there as long as the pipeline.
  func attach(to element: ElementRef) {
    self.element.withLock { $0 = element }
    element.onSignal("need-data") { [weak self] _ in self?.schedule() }
  }

  /// What is appended from now on belongs to this session, and begins at 0.
  func begin(_ session: UInt64) {
    state.withLock { $0 = State(session: session, isOpen: true, isPumpScheduled: $0.isPumpScheduled) }
  }

  /// The pipeline is being started for this session: what waits may go into it.
  func start(_ session: UInt64) {
    state.withLock { if $0.session == session { $0.isStarted = true } }
    schedule()
  }

  /// Takes no more in the session begun last; what waits still goes into the pipeline, then the end of the stream.
  func finish() { finish(nil) }

  /// The same for this session. Where a newer one has begun nothing of it waits, and its stream ends at once.
  func finish(_ session: UInt64?) {
    let isSuperseded = state.withLock { state in
      guard state.session == session ?? state.session else { return !state.isStarted }
      state.isOpen = false
      state.isFinishing = true
      return false
    }
    if isSuperseded { _ = element.withLock { $0 }?.finishPushing() } else { schedule() }
  }

  /// Takes no more, and forgets what waits.
  func close(_ session: UInt64) {
    state.withLock { if $0.session == session { $0 = State(session: session, dropped: $0.dropped) } }
  }

  /// Takes as much as fits. False when not all of it did, or the bytes are no whole frames.
  func append(_ bytes: UnsafeRawBufferPointer, _ format: AudioFormat) -> Bool {
    guard bytes.count % format.frameSize == 0 else { return false }
    guard !bytes.isEmpty else { return true }
    let frames = bytes.count / format.frameSize
    let (isComplete, fault, session) = state.withLock { state -> (Bool, FaultRecord?, UInt64) in
      guard state.isOpen else { return (false, nil, 0) }
      if state.format != format {
        state.base = state.now
        (state.frames, state.format) = (0, format)
      }
      let room = ClockTime.frames(in: limit - min(limit, state.waiting), rate: format.rate)
      let taken = min(frames, Int(clamping: room))
      if taken > 0 {
        let time = state.now
        let duration = ClockTime.duration(frames: UInt64(taken), rate: format.rate)
        state.chunks.append(
          Chunk(
            bytes: Array(bytes.prefix(taken * format.frameSize)), format: format, time: time, duration: duration,
            isDiscontinuity: state.isOverflowing))
        state.waiting += duration
      }
      state.frames += UInt64(frames)
      return (taken == frames, state.note(missing: frames - taken, format, source), state.session)
    }
    if let fault { report(fault, session) }
    schedule()
    return isComplete
  }

  private func schedule() {
    let isNeeded = state.withLock { state in
      defer { state.isPumpScheduled = true }
      return !state.isPumpScheduled
    }
    if isNeeded { pump.async { [weak self] in self?.run() } }
  }

  /// Fills the pipeline up. What it does not take yet it asks for when it has started.
  private func run() {
    state.withLock { $0.isPumpScheduled = false }
    guard let element = element.withLock({ $0 }) else { return }
    while (element.get("current-level-time") ?? UInt64(0)) < Self.level {
      let (isStarted, chunk, session, isFinishing) = state.withLock {
        ($0.isStarted, $0.chunks.first, $0.session, $0.isFinishing)
      }
      // The session before may still be on its way through the pipeline.
      guard isStarted else { return }
      guard let chunk else {
        // One that is refused, since the pipeline has not started, is sent when that asks for data.
        if isFinishing, element.finishPushing() {
          state.withLock { if $0.session == session { $0.isFinishing = false } }
        }
        return
      }
      guard
        element.push(
          chunk.bytes, chunk.format, at: chunk.time, duration: chunk.duration, isDiscontinuity: chunk.isDiscontinuity)
      else { return }
      state.withLock { state in
        guard state.session == session, let taken = state.chunks.removeFirst() else { return }
        state.waiting -= min(state.waiting, taken.duration)
      }
    }
  }
}
