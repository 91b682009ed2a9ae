import Dispatch
public import GStreamerKit
import Glibc
import Recognition
import Synchronization

/// Keeps one pipeline running: starts it, hears what its timeline sinks say, starts it again when it breaks, and stops
/// it so that nothing heard is lost.
///
///     let runner = try PipelineRunner(description, restart: .onFailure) { event in … }
///     runner.start()
///
/// Any thread may use it, also inside `receive`. The same pipeline is used for every start. Letting go of the runner
/// stops it without another event.
public final class PipelineRunner: Sendable {
  let pipeline: Pipeline
  let sinks: [TimelineSink]
  let policy: RestartPolicy
  let sourceName: String
  let receive: @Sendable (Event, UInt64) -> Void
  /// Brings the end of the stream to the sources, in the session of this number.
  let finishSources: @Sendable (Pipeline, UInt64) -> Void
  /// Whether it does so before any audio has come.
  let finishesUnheard: Bool
  /// Where everything is decided, one thing after the other. Never waits for anybody's handler.
  let control = DispatchQueue(label: "earmark.runner")
  /// Where `receive` runs, so that one that blocks delays nothing but itself.
  let delivery = DispatchQueue(label: "earmark.runner.events")
  private let deliveryKey = DispatchSpecificKey<Bool>()
  /// Changed on `control` only.
  let state = Mutex(State())

  /// Makes the pipeline; nothing runs yet.
  /// - Parameters:
  ///   - description: what the pipeline is made from. It has at least one `eartimelinesink`; an `earrecognizer` is none, it has no
  ///     figures of what is heard. `Recognizer(attachingTo:)` listens to one in a pipeline of the application's.
  ///   - restart: when it is started again.
  ///   - source: what is listened to, for the rows of sinks whose own `source` is empty.
  ///   - prepare: sets what the description leaves open, before the first start.
  ///   - receive: gets every event in order, on a thread of the runner's. While it blocks, events are kept.
  /// - Throws: `RecognitionError`.
  public convenience init(
    _ description: PipelineDescription, restart: RestartPolicy = .never, source: String? = nil,
    prepare: (@Sendable (Pipeline) throws -> Void)? = nil, receive: @escaping @Sendable (Event) -> Void
  ) throws(RecognitionError) {
    try self.init(description, restart: restart, source: source, prepare: prepare) { event, _ in receive(event) }
  }

  /// The same for a caller that numbers its sessions.
  /// - Parameters:
  ///   - finishSources: ends the stream of a session at its sources; nil: as GStreamer does.
  ///   - receive: gets the number of the event's session as well.
  init(
    _ description: PipelineDescription, restart: RestartPolicy, source: String?,
    prepare: (@Sendable (Pipeline) throws -> Void)?, finishSources: (@Sendable (Pipeline, UInt64) -> Void)? = nil,
    receive: @escaping @Sendable (Event, UInt64) -> Void
  ) throws(RecognitionError) {
    do throws(DescriptionError) { pipeline = try description.makePipeline() } catch {
      throw RecognitionError(.description, "\(error)", cause: error)
    }
    let elements = pipeline.elements.filter { $0.factory == "eartimelinesink" }
    guard !elements.isEmpty else {
      throw RecognitionError(
        .description,
        "\(description.name) has no eartimelinesink; end it with earfingerprint ! earapi ! eartimelinesink.")
    }
    do { try prepare?(pipeline) } catch {
      throw error as? RecognitionError ?? RecognitionError(.description, "\(error)", cause: error)
    }
    // The most upstream first, as in the description.
    sinks = elements.reversed().map(TimelineSink.init)
    policy = restart
    sourceName = source ?? description.name
    self.receive = receive
    self.finishSources = finishSources ?? { pipeline, _ in pipeline.finishSources() }
    finishesUnheard = finishSources != nil
    delivery.setSpecific(key: deliveryKey, value: true)
    for sink in sinks {
      if let source { sink.name(source) }
      sink.listen { [weak self] signal, line in
        guard let self else { return }
        let name = sink.element.name
        control.async { self.heard(signal, line, from: name) }
      }
    }
    pipeline.bus.observe { [weak self] message in self?.take(message) }
  }

  deinit {
    for sink in sinks { sink.ignore() }
    pipeline.stop()
  }

  /// Starts a session. Does nothing while one is running; after `stop()` the next one begins once that has ended.
  public func start() { start(session: 0) }

  /// Starts a session of this number. One that is stopped before it begins has a `stopped` of its own, unless the number
  /// is 0.
  func start(session: UInt64) { control.async { self.begin(session) } }

  /// Ends the session: the end of the stream goes through the pipeline, so that what was heard last is decided, for two
  /// seconds at most; then the pipeline stops, and `stopped` follows. Returns at once.
  public func stop() { control.async { self.end() } }

  /// Holds the pipeline; time without audio does not count. A live source gives nothing meanwhile. Returns at once.
  public func pause() { control.async { self.hold(true) } }

  /// Goes on after a pause. Returns at once.
  public func resume() { control.async { self.hold(false) } }

  /// Stops, and waits until `receive` has had the session's `stopped`. Inside `receive`, which cannot wait for itself, it
  /// only stops. Not for a thread of the pipeline.
  public func stopAndWait() {
    guard DispatchQueue.getSpecific(key: deliveryKey) == nil else { return stop() }
    let done = DispatchSemaphore(value: 0)
    end { done.signal() }
    done.wait()
  }

  /// Stops, and waits, without blocking a thread, until `receive` has had the session's `stopped`.
  public func stopped() async {
    await withCheckedContinuation { continuation in end { continuation.resume() } }
  }

  private func end(_ completion: @escaping @Sendable () -> Void) {
    control.async { [self] in
      end()
      let isOver = state.withLock { state in
        if state.step != .idle { state.waiters.append(completion) }
        return state.step == .idle
      }
      if isOver { delivery.async(execute: completion) }
    }
  }

  /// Writes the pipeline as it is now as a Graphviz file.
  /// - Throws: `RecognitionError` naming the file.
  public func writeDot(to path: String) throws(RecognitionError) {
    guard let file = fopen(path, "we") else { throw Self.unwritable(path) }
    let isWritten = fputs(pipeline.dot, file) >= 0
    guard fclose(file) == 0, isWritten else { throw Self.unwritable(path) }
  }

  private static func unwritable(_ path: String) -> RecognitionError {
    RecognitionError(.description, "The graph cannot be written to \(path): \(String(cString: strerror(errno))).")
  }
}
