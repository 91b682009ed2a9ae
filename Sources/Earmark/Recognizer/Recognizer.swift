import Dispatch
public import GStreamerKit
import Recognition
import Synchronization

/// Recognises what a pipeline hears.
///
///     let recognizer = try Recognizer.listen(pack: "spots.earpack")
///     recognizer.start()
///     for await row in recognizer.timeline { print(row.material.title) }
///
/// It owns one pipeline with exactly one `eartimelinesink`, or listens to an element of somebody else's. Any thread may use
/// it, also inside handlers. A *session* lies between a start and its end; results of an older one never come. Letting go of
/// the last reference stops the pipeline, and ends all sequences.
public final class Recognizer: Sendable {
  private enum Engine: Sendable {
    case runner(PipelineRunner)
    case attachment(Attachment)
  }
  private struct Control {
    /// The session begun last.
    var session: UInt64 = 0
    var isStopping = false
  }

  let hub: ResultHub
  private let engine: Engine
  private let pushed: PushedAudio?
  private let control = Mutex(Control())
  /// How long `stop` waits for the end.
  private static let patience = DispatchTimeInterval.seconds(5)

  /// A recognizer with a pipeline of its own; nothing runs yet.
  /// - Parameters:
  ///   - pipeline: ends in exactly one `eartimelinesink`.
  ///   - configuration: handlers, and what the description leaves open.
  /// - Throws: `RecognitionError`.
  public convenience init(
    pipeline: PipelineDescription, configuration: Configuration = Configuration()
  ) throws(RecognitionError) {
    try self.init(pipeline, configuration, source: configuration.source, restart: .never, prepare: nil)
  }

  /// Listens to an element of somebody else's pipeline: an `eartimelinesink`, or an `earrecognizer` of a player. `start` and
  /// `stop` begin and end the listening; whoever owns the pipeline runs it. Keeps the element alive.
  /// - Throws: `RecognitionError` where the element is neither.
  public init(
    attachingTo element: ElementRef, configuration: Configuration = Configuration()
  ) throws(RecognitionError) {
    let hub = ResultHub(configuration)
    engine = .attachment(try Attachment(element) { hub.receive($0, session: $1) })
    pushed = nil
    self.hub = hub
    if let pack = configuration.pack { try load(pack: pack) }
  }

  /// - Parameters:
  ///   - source: what rows name, unless the configuration does.
  ///   - restart: the policy, unless the configuration has one.
  ///   - pushed: what feeds the pipeline, if the program does.
  init(
    _ pipeline: PipelineDescription, _ configuration: Configuration, source: String?, restart: RestartPolicy,
    pushed: ((ResultHub) -> PushedAudio)? = nil, prepare: (@Sendable (Pipeline) -> Void)?
  ) throws(RecognitionError) {
    if let pack = configuration.pack { try Self.check(pack: pack) }
    let hub = ResultHub(configuration)
    let pushed = pushed?(hub)
    let (pack, clockStart) = (configuration.pack, configuration.clockStart)
    let finish: (@Sendable (Pipeline, UInt64) -> Void)? = if let pushed { { pushed.finish($1) } } else { nil }
    let runner = try PipelineRunner(
      pipeline, restart: configuration.restart ?? restart, source: configuration.source ?? source,
      prepare: { graph in
        prepare?(graph)
        if let pack { try Self.set(pack: pack, in: graph.elements) }
        if let pushed, let element = graph.element(named: "input") { pushed.attach(to: element) }
        if let clockStart {
          for element in graph.elements where element.factory == "eartimelinesink" {
            element.set("clock-start", clockStart.text)
          }
        }
      }, finishSources: finish
    ) { event, session in
      switch event {
      case .starting: pushed?.start(session)
      case .stopped: pushed?.close(session)
      default: break
      }
      hub.receive(event, session: session)
    }
    guard runner.sinks.count == 1 else {
      throw RecognitionError(
        .description,
        "\(pipeline.name) has \(runner.sinks.count) eartimelinesinks; a Recognizer takes one: make one for each, or use "
          + "PipelineRunner.")
    }
    engine = .runner(runner)
    self.pushed = pushed
    self.hub = hub
  }

  deinit { hub.close() }

  // MARK: Sessions

  /// Starts a session. Does nothing while one runs; after `stop()` the new one begins once the old one has ended, of
  /// which nothing comes any more. Returns at once.
  public func start() {
    // Under the lock, so that sessions begin in the order of their numbers.
    control.withLock { control in
      guard hub.isOver(control.session) || control.isStopping else { return }
      control.session += 1
      control.isStopping = false
      hub.begin(control.session)
      pushed?.begin(control.session)
      switch engine {
      case .runner(let runner): runner.start(session: control.session)
      case .attachment(let attachment): attachment.start(session: control.session)
      }
    }
  }

  /// Ends the session. What was heard last is still decided and delivered; then the pipeline stops, and the state is
  /// `stopped`.
  ///
  /// Waits for that, five seconds at most, and a second for a handler that is under way: no handler begins after it has
  /// returned. On the handlers' own queue, which cannot wait for itself, it returns at once, and the last results
  /// follow. Not for a thread of the pipeline. In an asynchronous function `stopped()` waits without blocking a thread.
  public func stop() {
    let session = end()
    guard !hub.handlers.isHere else { return }
    let done = DispatchSemaphore(value: 0)
    hub.whenOver(session) { done.signal() }
    if done.wait(timeout: .now() + Self.patience) == .timedOut { hub.cut(session) }
    hub.handlers.settle(patience: .seconds(1))
  }

  /// Ends the session, and waits, without blocking a thread, until the last result has been delivered. Not in a handler
  /// on whose return it would wait.
  public func stopped() async {
    let session = end()
    await withCheckedContinuation { continuation in hub.whenOver(session) { continuation.resume() } }
  }

  private func end() -> UInt64 {
    control.withLock { control in
      control.isStopping = true
      switch engine {
      case .runner(let runner): runner.stop()
      case .attachment(let attachment): attachment.stop(session: control.session)
      }
      return control.session
    }
  }

  /// Holds the pipeline. Returns at once. Does nothing to somebody else's.
  public func pause() { if case .runner(let runner) = engine { runner.pause() } }

  /// Goes on after a pause. Returns at once.
  public func resume() { if case .runner(let runner) = engine { runner.resume() } }

  // MARK: While it runs

  /// Ends the current activity, so that the same material is reported again.
  public func clear() {
    switch engine {
    case .runner(let runner): for sink in runner.sinks { sink.element.emit("clear") }
    case .attachment(let attachment): attachment.sink.element.emit("clear")
    }
  }

  /// Goes on with another pack, without a gap: the stages change to it at one point of the stream. Also while stopped.
  /// - Throws: `RecognitionError` where the pack cannot be used, and where there is nothing that takes one; the old one
  ///   then stays.
  public func load(pack: String) throws(RecognitionError) {
    try Self.check(pack: pack)
    switch engine {
    case .runner(let runner): try Self.set(pack: pack, in: runner.pipeline.elements)
    case .attachment(let attachment): try Self.set(pack: pack, in: [attachment.sink.element])
    }
  }

  /// Appends audio of the program itself. Never blocks; times go on from the start of the session.
  /// - Parameters:
  ///   - bytes: whole interleaved frames.
  ///   - format: may change from call to call.
  /// - Returns: false where not all of it is taken: no session runs, too much waits (`Configuration.pushLimit`), the
  ///   bytes are no whole frames, or this recognizer was not made with `pushed(pack:)`.
  @discardableResult
  public func append(_ bytes: UnsafeRawBufferPointer, _ format: AudioFormat) -> Bool {
    pushed?.append(bytes, format) ?? false
  }

  /// Appends audio of the program itself, as the other `append`. False also where a sample's size is not the format's.
  @discardableResult
  public func append<Sample: BitwiseCopyable>(_ samples: [Sample], _ format: AudioFormat) -> Bool {
    guard MemoryLayout<Sample>.stride == format.sampleSize else { return false }
    return samples.withUnsafeBytes { append($0, format) }
  }

  /// Ends what is pushed: all that waits is recognised, however long that takes, then the session ends by itself. Returns
  /// at once.
  public func finish() { pushed?.finish() }

  // MARK: Figures

  /// Figures of the session, or of the last one; nil for an attached element.
  public var statistics: PipelineRunner.Statistics? {
    if case .runner(let runner) = engine { runner.statistics } else { nil }
  }

  /// Seconds of pushed audio that were dropped in this session, since too much waited.
  public var droppedAudio: Double { Double(pushed?.dropped ?? 0) / 1e9 }

  /// Results that were dropped since nobody took them in time; of this session's, and of handlers'.
  public var droppedResults: UInt64 { hub.dropped }
}
