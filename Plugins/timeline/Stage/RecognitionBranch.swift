import Dispatch
import GStreamerKit
import Synchronization

/// What hangs beside the main path of a player: a leaky queue, the stages, and a timeline sink. Whatever happens in
/// it, even if it comes to a stop altogether, the main path does not wait for it and hears of no error.
///
/// It has its own thread and its own state: it works from `start` to `windDown`, also while the player is paused, since
/// pausing it would have to wait for a stage that is busy.
final class RecognitionBranch: Sendable {
  /// What it has to tell.
  struct Listener: Sendable {
    /// A signal of the timeline sink with its line.
    var heard: @Sendable (_ signal: String, _ line: String) -> Void
    /// The stages do not keep up, or do again.
    var backlog: @Sendable (BranchGate.Backlog) -> Void
    /// The stages refuse the audio without having posted an error.
    var refused: @Sendable (BranchGate, Flow) -> Void
  }

  let bin: ElementRef
  let sink: ElementRef
  let gate = BranchGate()
  private let queue: ElementRef
  private let fingerprint: ElementRef?
  private let listener: Listener

  /// The tee's pad; gone once it is wound down.
  private enum Entrance {
    case closed
    case open(tee: ElementRef, pad: PadRef)
    case over
  }
  private let entrance = Mutex(Entrance.closed)

  /// Stands for EOS in the queue, which would come to a stop behind a real one.
  private static let endOfStream = "earmark-branch-end"
  private static let signals = ["activity", "campaign", "marker-state"]

  /// Makes the elements; nothing runs yet.
  /// - Throws: `PipelineError` where the text of the chain is not right.
  init(chain: String, location: String, listener: Listener) throws(PipelineError) {
    self.listener = listener
    bin = try ElementRef.bin(
      """
      queue name=earmark-queue leaky=downstream max-size-time=10000000000 max-size-bytes=0 max-size-buffers=0 silent=true
      ! \(chain) ! eartimelinesink name=earmark-timeline sync=false async=false qos=false
      """)
    let (queue, sink) = (bin.child(named: "earmark-queue"), bin.child(named: "earmark-timeline"))
    guard let queue, let sink, let pad = queue.pad("sink"), bin.expose(pad, as: "sink") else {
      throw PipelineError(.syntax, "The chain \"\(chain)\" cannot stand between a queue and a sink.")
    }
    (self.queue, self.sink) = (queue, sink)
    let stages = bin.children.filter { $0.has("pack") }
    fingerprint = stages.first { $0.factory == "earfingerprint" } ?? stages.first { $0.factory != "earapi" }
    if !location.isEmpty { sink.set("location", location) }
    relaySignals()
    watchExit()
  }

  /// Whether it has a stage that takes a pack.
  func setPack(_ path: String) { fingerprint?.set("pack", path) }

  // MARK: Life

  /// Starts the stages and opens the entrance. False where a stage did not start.
  func start(behind tee: ElementRef) -> Bool {
    guard bin.setState(.playing), gate.isAdmitting, let sink = bin.pad("sink") else { return false }
    return entrance.withLock { entrance in
      guard case .closed = entrance, let pad = tee.requestPad("src_%u") else { return false }
      guard pad.link(to: sink) else {
        tee.release(pad)
        return false
      }
      watchEntrance(pad)
      entrance = .open(tee: tee, pad: pad)
      return true
    }
  }

  /// Lets nothing more in, and stops the stages on another thread, since they may be busy for long.
  /// - Parameter patience: seconds to wait for that. Afterwards nobody hears of them any more.
  func windDown(patience: Double) {
    gate.close()
    entrance.withLock { entrance in
      if case .open(let tee, let pad) = entrance { tee.release(pad) }
      entrance = .over
    }
    if patience <= 0 { detach() }
    let hasStopped = DispatchSemaphore(value: 0)
    bin.stop { hasStopped.signal() }
    guard patience > 0 else { return }
    _ = hasStopped.wait(timeout: .now() + patience)
    detach()
  }

  private func detach() {
    gate.stopRelaying()
    bin.removeFromParent()
  }

  // MARK: Ends

  private func relaySignals() {
    for signal in Self.signals {
      sink.onSignal(signal) { [gate, listener] arguments in
        guard case .string(let line)? = arguments.first else { return }
        gate.relay { listener.heard(signal, line) }
      }
    }
  }

  /// Everything here runs on the player's thread. Nothing may wait, and nothing may go back.
  private func watchEntrance(_ pad: PadRef) {
    gate.formatChanged(to: pad.caps.flatMap { AudioFormat($0) })
    pad.isolate { [gate] in
      gate.admits($0)
    } delivered: { [gate, queue, listener] flow in
      switch flow {
      case .ok:
        guard let count: UInt32 = queue.get("current-level-buffers") else { return }
        if let backlog = gate.settled(count: Int(count)) { listener.backlog(backlog) }
      case .error, .notNegotiated, .notLinked: listener.refused(gate, flow)
      case .endOfStream, .flushing: break
      }
    }
    pad.onEvents { [gate, queue, listener] event, pad in
      switch event.kind {
      // A queue that is flushed waits for the stages to finish what they are at. So it is emptied here, and the stages are
      // flushed on their own thread.
      case .flushStart: return .drop
      case .flushStop:
        queue.set("max-size-buffers", UInt32(1))
        queue.set("max-size-buffers", UInt32(0))
        if let backlog = gate.flushed() { listener.backlog(backlog) }
        return .drop
      case .endOfStream:
        pad.sendToPeer(.custom(Structure(Self.endOfStream)))
        return .drop
      case .caps: gate.formatChanged(to: event.caps.flatMap { AudioFormat($0) })
      case .segment: gate.segmentEntered(event)
      default: break
      }
      // Handed on here rather than passed, since a refusal would reach the player with its next buffer.
      if event.isSerialized { pad.sendToPeer(event) }
      return .drop
    }
    // What the stages ask of the upstream would change what is played.
    pad.onEvents(.upstream) { _, _ in .drop }
    pad.onQueries(Self.answer)
  }

  /// The stages have no say in the format that is played, and a query that waits in the queue would stop the player.
  private static let answer: @Sendable (borrowing Query) -> QueryVerdict = { query in
    switch query.kind {
    case .caps:
      guard let caps = Caps(AudioFormat.anyCaps) else { return .refuse }
      query.answer(caps)
      return .answered
    case .acceptCaps:
      query.answer(true)
      return .answered
    default: return .refuse
    }
  }

  /// Everything here runs on the branch's thread.
  private func watchExit() {
    guard let pad = queue.pad("src") else { return }
    // Caps are accepted by the queue's pads, whatever the stages say when they come to them.
    pad.onQueries(Self.answer)
    pad.onBuffers { [gate, listener] buffer in
      if let backlog = gate.left(buffer) { listener.backlog(backlog) }
      return .pass
    }
    pad.onEvents { [gate] event, pad in
      if event.kind == .segment, gate.takesFlush(before: event) {
        pad.sendToPeer(.flushStart())
        pad.sendToPeer(.flushStop())
      }
      guard event.name == Self.endOfStream else { return .pass }
      pad.sendToPeer(.endOfStream())
      return .drop
    }
  }
}
