public import GStreamerKit
import Recognition
import StageContract
import Synchronization

private let log = Log("eartimelinesink", "Timeline of what was heard")

/// The end of a recognition pipeline: holds the timeline, raises handler callbacks as signals, writes finished rows.
public final class EarTimelineSink: Sink {
  @Property(
    "File that finished rows are appended to as JSON Lines, - for standard output; empty: none", mutable: .ready)
  var location = ""
  @Property("What is listened to, for the rows: a file, a URI, a device, a channel", mutable: .ready) var source = ""
  @Property(
    "Wall-clock time of running time 0 (RFC 3339), so that runs over files repeat exactly; empty: live, from the clock",
    mutable: .ready)
  var clockStart = ""
  @Property(
    "Added to all times of rows, in nanoseconds, so that a listening that was interrupted counts on", mutable: .ready)
  var startOffset: UInt64 = 0
  @Property(
    "Starts of capturing that were counted before this sink was made, by one whose place it takes", mutable: .ready)
  var startGeneration: UInt64 = 0
  @Property("Whether to post the events that arrive as element messages", mutable: .playing) var postMessages = true

  public override class var info: ElementInfo {
    ElementInfo(
      "eartimelinesink", longName: "Earmark timeline sink", category: "Sink/Audio",
      about: "Holds the timeline of recognised audio and raises callbacks", pads: [.sink(AudioFormat.anyCaps)])
  }

  public override class var signals: [Signal] {
    [
      .notification("activity", .string), .notification("campaign", .string), .notification("marker-state", .string),
      .action("clear") { (sink: EarTimelineSink) in _ = sink.pushUpstream(Structure(StageContract.clear)) },
    ]
  }

  public override class var computedProperties: [ComputedProperty] {
    [
      ComputedProperty("timeline", "The rows so far, a JSON array, oldest first") { (sink: EarTimelineSink) in
        sink.state.read(\.snapshot)
      },
      ComputedProperty("generation", "Counts the starts of capturing") { (sink: EarTimelineSink) in
        max(sink.startGeneration, UInt64(sink.state.read(\.generation)))
      },
      ComputedProperty("running-time", "Where the audio is, start-offset included, in nanoseconds") {
        (sink: EarTimelineSink) in sink.state.read(\.runningTime)
      },
      ComputedProperty("heard", "Length of all audio that has come in, over all starts, in nanoseconds") {
        (sink: EarTimelineSink) in sink.meter.withLock { $0.heard }
      },
      ComputedProperty("lost", "Length of all audio that is missing in between, over all starts, in nanoseconds") {
        (sink: EarTimelineSink) in sink.meter.withLock { $0.lost }
      },
    ]
  }

  /// Shared with readers of `timeline`.
  private let state = ToldState<TimelineState, TimelineState.Output>(
    TimelineState(source: "", clockStart: nil, generation: 0))
  private let meter = Mutex(AudioMeter())
  private var offset: UInt64 = 0
  private var format: AudioFormat?
  private var expiry: PollTimer?
  private var writer: RowWriter?
  private var hasAPIStage = false
  private var hasSeenBuffer = false

  // MARK: Life cycle

  public override func start() throws {
    let clock = try clockStart.isEmpty ? nil : parsedClockStart()
    if !location.isEmpty { writer = try RowWriter(location: location) { [outlet] in outlet.postError($0) } }
    hasAPIStage = false
    hasSeenBuffer = false
    offset = startOffset
    let (source, offset, before) = (source, offset, UInt(clamping: startGeneration))
    change { state in
      let generation = max(state.generation, before) &+ 1
      state = TimelineState(source: source, clockStart: clock, generation: generation, offset: offset)
      return []
    }
    meter.withLock { $0.interrupt() }
  }

  /// Finished rows are on the disk when this returns; it runs on the application's thread.
  public override func stop() {
    expiry?.finish()
    expiry = nil
    change { $0.end() }
    writer?.close()
    writer = nil
  }

  private func parsedClockStart() throws -> Timestamp {
    guard let time = Timestamp(parsing: clockStart) else {
      throw ElementError.resource(
        .settings, "clock-start \"\(clockStart)\" is no RFC 3339 time such as 2026-01-31T20:15:00Z.")
    }
    return time
  }

  // MARK: Events

  public override func received(_ event: Event) throws {
    guard let structure = event.structure, structure.name.hasPrefix("earmark-") else { return }
    do throws(ContractViolation) {
      if let announcement = try StageAnnouncement.read(structure) { return heard(of: announcement) }
      switch structure.name {
      case ActivityEvent.structureName:
        let activity = try ActivityEvent(structure).shifted(by: offset)
        change { $0.apply(activity) }
      case MarkerEvidence.structureName:
        let evidence = try MarkerEvidence(structure)
        change { $0.decoded(code: evidence.code, at: shifted(evidence.runningTime), validFor: evidence.validFor) }
      case MarkerIdentity.structureName:
        let identity = try MarkerIdentity(structure)
        let time = shifted(structure["running-time"] ?? 0)
        let validFor: UInt64 = structure["valid-for"] ?? 0
        change { $0.identified(identity, at: time, validFor: validFor) }
      case MaterialObservation.structureName: try structure.checkContract()
      default: return
      }
      if postMessages { post(structure.withoutCode) }
    } catch {
      if error.isNewerContract { throw ElementError.stream(.format, error.message + ".") }
      log(.warning, self, "dropped: \(error.message)")
    }
  }

  private func heard(of announcement: StageAnnouncement) {
    switch announcement.role {
    case .api:
      hasAPIStage = true
      if let hold = announcement.hold {
        change {
          $0.settling = hold
          return []
        }
      }
    case .marker:
      change { $0.startMarkers() }
      // With a set clock nothing but the audio counts, so that runs repeat exactly.
      if clockStart.isEmpty, expiry == nil { watchExpiry() }
    case .fingerprint: break
    }
  }

  /// A marker lapses although no audio comes any more: a live source that stalls.
  private func watchExpiry() {
    let sink = Weak(self)
    expiry = PollTimer(interval: 0.5) {
      guard let sink = sink.element else { return }
      let isPlaying = sink.outlet.isPlaying
      sink.change { $0.poll(isPlaying: isPlaying) }
    }
  }

  public override func endOfStream() throws { change { $0.end() } }

  public override func streamStarted() throws { change { $0.resume() } }

  public override func flushed() {
    meter.withLock { $0.interrupt() }
    change { $0.flushed() }
  }

  public override func segmentChanged(_ segment: Segment, previous: Segment?) throws {
    meter.withLock { $0.interrupt() }
  }

  public override func capsChanged(_ caps: Caps?) throws { format = caps.flatMap { AudioFormat($0) } }

  // MARK: Processing

  public override func render(_ buffer: borrowing Buffer) throws {
    if !hasSeenBuffer {
      hasSeenBuffer = true
      if !hasAPIStage {
        postWarning(
          .stream(
            .failed, "eartimelinesink hears of no API stage; put earfingerprint ! earapi in front of it.",
            debug: "no earmark-stage-api event arrived before the first buffer"))
      }
    }
    let duration =
      format.map { ClockTime.duration(frames: UInt64(buffer.size / $0.frameSize), rate: $0.rate) } ?? buffer.duration
    let start = runningTime(of: buffer)
    meter.withLock { $0.hear(from: start, duration: duration ?? 0) }
    guard let start else { return }
    advance(to: start, duration: buffer.duration)
  }

  public override func gap(start: UInt64, duration: UInt64?) throws {
    guard let running = segment?.toRunningTime(start) else { return }
    meter.withLock { $0.skip(from: running, duration: duration ?? 0) }
    advance(to: running, duration: duration)
  }

  private func advance(to start: UInt64, duration: UInt64?) {
    change { $0.advance(to: shifted(ClockTime.sum(start, duration ?? 0))) }
  }

  private func shifted(_ time: UInt64) -> UInt64 { ClockTime.sum(time, offset) }

  /// Changes what is known and tells whoever listens, after the lock was released: a handler may read `timeline` or stop the
  /// pipeline. The streaming thread and the timer change it, and nobody is to hear of `cleared` before `detected`.
  private func change(_ body: (inout TimelineState) -> [TimelineState.Output]) {
    state.change { state in
      // Rows are written at once: a handler that stops the sink waits for them.
      body(&state).filter { output in
        guard case .finished(let line) = output else { return true }
        writer?.write(line)
        return false
      }
    } tell: { output in
      switch output {
      case .activity(let line): emit("activity", line)
      case .campaign(let line): emit("campaign", line)
      case .markerState(let line): emit("marker-state", line)
      case .finished: break
      case .invalid(let text): log(.warning, self, "invalid response: \(text)")
      }
    }
  }
}

/// The sink as its timer may hold it: weakly, and only to reach what is safe from any thread.
private struct Weak: @unchecked Sendable {  // uses nothing but `state`, `outlet` and signals
  weak var element: EarTimelineSink?
  init(_ element: EarTimelineSink) { self.element = element }
}

extension ActivityEvent {
  /// The same, so much later.
  fileprivate func shifted(by offset: UInt64) -> ActivityEvent {
    guard offset > 0 else { return self }
    var event = self
    event.activity.start = ClockTime.sum(activity.start, offset)
    event.activity.end = activity.end.map { ClockTime.sum($0, offset) }
    return event
  }
}

extension Structure {
  /// Codes never leave the pipeline.
  fileprivate var withoutCode: Structure {
    guard name == MarkerEvidence.structureName else { return self }
    var copy = self
    copy[value: "code"] = nil
    return copy
  }
}
