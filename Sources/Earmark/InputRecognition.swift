import Dispatch
import Fingerprinting
import GStreamerKit
import Glibc
public import Media
public import Recognition
import Synchronization

/// One recording on its way through the stages, as fast as it decodes.
///
///     let recognition = try InputRecognition(of: AudioInput("broadcast.ogg"), pack: "spots.earpack")
///     for try await record in recognition.records { print(record) }
///
/// Any thread may use it. It is used once.
public final class InputRecognition: Sendable {
  /// How far it is, in seconds of the input.
  public struct Progress: Sendable, Equatable {
    /// What has been worked through.
    public var position: Double
    /// Length of the input, as far as known by now.
    public var duration: Double?
  }

  /// Every change of every activity, a line of the version 1 JSON schema each (docs/stage-contract.md). Ends when the
  /// input does; throws a `RecognitionError`.
  public let records: AsyncThrowingStream<String, any Error>

  private let source: MediaSource
  private let pipeline: Pipeline
  private let feed: AsyncThrowingStream<String, any Error>.Continuation
  private let stallTimeout: Double?

  private struct State {
    var notices: [Structure] = []
    var damage: DecodeError?
    var isOver = false
    var subscriptions: [Subscription] = []
    var watchdog: Watchdog?
  }
  private let state = Mutex(State())

  /// Starts at once.
  /// - Parameters:
  ///   - input: what to recognise.
  ///   - pack: path of the pack of materials.
  ///   - clockStart: when the input's first sample was heard; nil: the file's modification time, or the clock now.
  ///   - stallTimeout: seconds without progress after which it gives up; nil for never. Standard input may pause.
  /// - Throws: `RecognitionError`.
  public init(
    of input: AudioInput, pack: String, clockStart: Timestamp? = nil, stallTimeout: Double? = 30
  ) throws(RecognitionError) {
    Stages.register()
    // Opened here for its precise error; the stage opens it again, which costs a mapping.
    do { _ = try Pack(path: pack) } catch {
      throw RecognitionError(.pack, (error as? PackError)?.message ?? "\(error)", cause: error)
    }
    do throws(DecodeError) { source = try MediaSource(input) } catch {
      throw RecognitionError(.input, error.message, cause: error)
    }
    do throws(PipelineError) {
      pipeline = try Pipeline(
        """
        \(source.description) ! earfingerprint name=fingerprint ! earapi name=api
        ! eartimelinesink name=timeline post-messages=false
        """)
    } catch { throw RecognitionError(.stage, error.message, cause: error) }
    self.stallTimeout = input == .standardInput ? nil : stallTimeout
    (records, feed) = AsyncThrowingStream.makeStream()

    source.prepare(pipeline)
    pipeline.element(named: "fingerprint")?.set("pack", pack)
    let sink = pipeline.element(named: "timeline")
    sink?.set("source", input.name)
    if let start = clockStart ?? input.modificationTime { sink?.set("clock-start", start.text) }
    let subscriptions = [
      sink?.onSignal("activity") { [feed] arguments in
        if case .string(let line)? = arguments.first { feed.yield(line) }
      },
      pipeline.bus.observe { [weak self] in self?.receive($0) },
    ]
    state.withLock { $0.subscriptions = subscriptions.compactMap { $0 } }
    do throws(PipelineError) { try pipeline.play() } catch {
      // What stopped it is on the bus, and comes out of `records`.
      finish(throwing: RecognitionError(.stage, error.message, cause: error))
      return
    }
    watch()
  }

  deinit {
    state.withLock { $0.watchdog?.cancel() }
    feed.finish()
    pipeline.stop()
  }

  /// How far it is.
  public var progress: Progress {
    Progress(
      position: pipeline.position.map(ClockTime.seconds) ?? 0, duration: pipeline.duration.map(ClockTime.seconds))
  }

  /// What was wrong with an input that could be used only in part, once `records` has ended.
  public var damage: DecodeError? { state.withLock { $0.damage } }

  /// Ends the input here: what is current is ended, its record still comes, then `records` ends.
  public func cancel() { finish(throwing: nil) }

  // MARK: Inside

  private func receive(_ message: Message) {
    switch message {
    case .endOfStream:
      finish(throwing: rendered ? nil : RecognitionError(.input, source.silent.message, cause: source.silent))
    case .element(_, let structure) where structure.name == "missing-plugin":
      state.withLock { $0.notices.append(structure) }
    case .error(let element, let error):
      if Stages.names.contains(where: { isStage(element, $0) }) {
        finish(throwing: ElementFailure(error, from: element, in: pipeline).recognitionError)
        return
      }
      let failure = source.error(for: error, from: element, notices: state.withLock { $0.notices })
      // A recording that breaks off is used as far as it decodes; a network may give more another time.
      if rendered, failure.code != .network, failure.code != .notAuthorised {
        state.withLock { $0.damage = source.brokenOff(failure) }
        finish(throwing: nil)
      } else {
        finish(throwing: RecognitionError(.input, failure.message, cause: failure))
      }
    default: break
    }
  }

  private func isStage(_ element: String, _ factory: String) -> Bool {
    pipeline.element(named: element)?.factory == factory
  }

  /// Whether any audio has come out at the end.
  private var rendered: Bool {
    guard case .structure(let statistics)? = pipeline.element(named: "timeline")?.get("stats") else { return false }
    return (statistics["rendered"] as UInt64? ?? 0) > 0
  }

  /// Ends `records` after the pipeline has stopped, since stopping still ends the current activity.
  private func finish(throwing error: RecognitionError?) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      state.watchdog?.cancel()
      state.watchdog = nil
      return !state.isOver
    }
    guard isFirst else { return }
    pipeline.stop()
    DispatchQueue.global().async { [pipeline, feed] in
      pipeline.waitUntilStopped()
      feed.finish(throwing: error)
    }
  }

  private func watch() {
    let watchdog = Watchdog()
    let last = Mutex((position: -1.0, since: DispatchTime.now(), stops: 0))
    watchdog.timer.setEventHandler { [weak self] in
      guard let self else { return }
      let position = progress.position
      // Before the first audio: decodebin may swallow the error of a demuxer that fails while it is being linked.
      let isStopped = !rendered && !pipeline.hasRunningTasks
      let (idle, stops) = last.withLock { last -> (Double, Int) in
        if position != last.position { last = (position, .now(), 0) }
        last.stops = isStopped ? last.stops + 1 : 0
        return (Double(DispatchTime.now().uptimeNanoseconds - last.since.uptimeNanoseconds) / 1e9, last.stops)
      }
      let error: DecodeError
      if stops >= 2 {
        let silence = ElementError.stream(.failed, "the pipeline stopped without saying why")
        error = source.error(for: silence, from: "", notices: state.withLock { $0.notices })
      } else if let stallTimeout, idle > stallTimeout {
        error = source.stalled(after: idle)
      } else {
        return
      }
      finish(throwing: RecognitionError(.input, error.message, cause: error))
    }
    watchdog.timer.schedule(deadline: .now() + 1, repeating: 1)
    let isOver = state.withLock { state in
      if !state.isOver { state.watchdog = watchdog }
      return state.isOver
    }
    watchdog.timer.resume()
    if isOver { watchdog.cancel() }
  }
}

/// A timer that several threads may cancel.
private struct Watchdog: @unchecked Sendable {  // dispatch sources may be used from any thread
  let timer = DispatchSource.makeTimerSource(queue: .global())
  func cancel() { timer.cancel() }
}
