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
        sink.state.withLock { $0.snapshot }
      }
    ]
  }

  /// Shared with readers of `timeline`.
  private let state = Mutex(TimelineState(source: "", clockStart: nil))
  private var writer: RowWriter?
  private var hasAPIStage = false
  private var hasSeenBuffer = false

  // MARK: Life cycle

  public override func start() throws {
    let clock = try clockStart.isEmpty ? nil : parsedClockStart()
    if !location.isEmpty { writer = try RowWriter(location: location) { [outlet] in outlet.postError($0) } }
    hasAPIStage = false
    hasSeenBuffer = false
    let source = source
    state.withLock { $0 = TimelineState(source: source, clockStart: clock) }
  }

  /// Finished rows are on the disk when this returns; it runs on the application's thread.
  public override func stop() {
    deliver(state.withLock { $0.end() })
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
        let activity = try ActivityEvent(structure)
        deliver(state.withLock { $0.apply(activity) })
      case MarkerEvidence.structureName:
        let evidence = try MarkerEvidence(structure)
        deliver(
          state.withLock {
            $0.decoded(code: evidence.code, at: evidence.runningTime, validFor: evidence.validFor)
          })
      case MarkerIdentity.structureName:
        let identity = try MarkerIdentity(structure)
        let time: UInt64 = structure["running-time"] ?? 0
        let validFor: UInt64 = structure["valid-for"] ?? 0
        deliver(state.withLock { $0.identified(identity, at: time, validFor: validFor) })
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
    case .api: hasAPIStage = true
    case .marker: deliver(state.withLock { $0.startMarkers() })
    case .fingerprint: break
    }
  }

  public override func endOfStream() throws { deliver(state.withLock { $0.end() }) }

  public override func streamStarted() throws { deliver(state.withLock { $0.resume() }) }

  public override func flushed() { deliver(state.withLock { $0.resume() }) }

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
    guard let start = runningTime(of: buffer) else { return }
    advance(to: start, duration: buffer.duration)
  }

  public override func gap(start: UInt64, duration: UInt64?) throws {
    guard let running = segment?.toRunningTime(start) else { return }
    advance(to: running, duration: duration)
  }

  private func advance(to start: UInt64, duration: UInt64?) {
    deliver(state.withLock { $0.advance(to: ClockTime.sum(start, duration ?? 0)) })
  }

  /// Tells whoever listens, after the lock was released: a handler may read `timeline` or stop the pipeline.
  private func deliver(_ outputs: [TimelineState.Output]) {
    for output in outputs {
      switch output {
      case .activity(let line): emit("activity", line)
      case .campaign(let line): emit("campaign", line)
      case .markerState(let line): emit("marker-state", line)
      case .finished(let line): writer?.write(line)
      case .invalid(let text): log(.warning, self, "invalid response: \(text)")
      }
    }
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
