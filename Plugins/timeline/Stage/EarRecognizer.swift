import Dispatch
public import GStreamerKit
import Recognition
import StageContract
import Synchronization

/// A player's `audio-filter` that recognises what is played and never gets in its way.
public final class EarRecognizer: Bin {
  @Property(
    "Path of the pack of materials to recognise; a change while playing takes effect without a gap", mutable: .playing)
  var pack = ""
  @Property("Whether to listen for markers too", mutable: .ready) var markers = false
  @Property(
    "File that finished rows are appended to as JSON Lines, - for standard output; empty: none", mutable: .ready)
  var location = ""
  @Property(
    "Stages to use in place of earfingerprint ! earapi, as launch text; the pack goes to the fingerprint stage among them",
    mutable: .ready)
  var chain = ""

  public override class var info: ElementInfo {
    ElementInfo(
      "earrecognizer", longName: "Earmark recogniser", category: "Filter/Analyzer/Audio",
      about: "Recognises what a player plays, on a branch of its own that never holds the player up",
      pads: [.sink(AudioFormat.anyCaps), .source(AudioFormat.anyCaps)])
  }

  public override class var signals: [Signal] {
    [
      .notification("activity", .string), .notification("campaign", .string), .notification("marker-state", .string),
      .action("clear") { (bin: EarRecognizer) in bin.control.withLock { $0.branch }?.sink.emit("clear") },
    ]
  }

  public override class var computedProperties: [ComputedProperty] {
    [
      ComputedProperty("dropped", "Audio that the stages were too slow for since the start, in nanoseconds") {
        (bin: EarRecognizer) in bin.dropped
      },
      ComputedProperty("timeline", "The rows so far, a JSON array, oldest first") { (bin: EarRecognizer) in
        bin.timeline
      },
    ]
  }

  public override class var hidesEnds: Bool { true }

  /// How long a state change waits for the stages to finish, s.
  private static let patience = 1.0

  private struct Control {
    var isStarted = false
    /// One more with every start and stop.
    var run: UInt64 = 0
    var branch: RecognitionBranch?
    /// Of branches that are gone: what was dropped, and the last timeline.
    var dropped: UInt64 = 0
    var timeline = "[]"
    /// Starts of capturing so far, over all branches.
    var generation: UInt64 = 0
  }
  private let control = Mutex(Control())
  private var tee: ElementRef?
  /// Messages are posted here, so that no handler of theirs runs on the player's thread.
  private let reports = DispatchQueue(label: "earmark.recognizer.reports")

  private var dropped: UInt64 { control.withLock { $0.dropped + ($0.branch?.gate.dropped ?? 0) } }

  private var timeline: String {
    let (branch, last) = control.withLock { ($0.branch, $0.timeline) }
    return branch?.sink.get("timeline") ?? last
  }

  // MARK: Life cycle

  public override func setUp() {
    guard let tee = ElementRef.make("tee", named: "tee"), add(tee), let input = tee.pad("sink"),
      let output = tee.requestPad("src_%u")
    else { return }
    expose(input, as: "sink")
    expose(output, as: "src")
    self.tee = tee
  }

  public override func start() {
    let run = control.withLock { control in
      control = Control(isStarted: true, run: control.run + 1, generation: control.generation)
      return control.run
    }
    open(run)
  }

  public override func stop() {
    let branch = control.withLock { control in
      control.isStarted = false
      control.run += 1
      return control.branch
    }
    guard let branch else { return }
    // Inside a handler the stages would wait for the handler, and it for them.
    branch.windDown(patience: branch.gate.isRelayingHere ? 0 : Self.patience)
    retire(branch)
  }

  public override func propertyChanged(_ name: String) {
    guard name == "pack" else { return }
    let (isStarted, run, branch) = control.withLock { ($0.isStarted, $0.run, $0.branch) }
    if let branch {
      branch.setPack(pack)
    } else if isStarted {
      open(run)
    }
  }

  // MARK: The branch

  /// Makes the branch and starts it, unless there is one.
  private func open(_ run: UInt64) {
    guard let tee else { return }
    let path = pack
    let branch: RecognitionBranch
    do throws(PipelineError) {
      branch = try RecognitionBranch(chain: stages, location: location, listener: listener)
    } catch {
      return postWarning(off(.core(.missingPlugin, "earrecognizer: \(error.message)", debug: "chain: \(stages)")))
    }
    branch.setPack(path)
    let generation = control.withLock { control -> UInt64? in
      guard control.isStarted, control.run == run, control.branch == nil else { return nil }
      control.branch = branch
      return control.generation
    }
    guard let generation else { return }
    branch.sink.set("start-generation", generation)
    branch.bin.lockState(true)
    guard add(branch.bin), branch.start(behind: tee) else {
      if fail(branch) { postWarning(off(.core(.stateChange, "A stage did not start."))) }
      return
    }
    // Set by another thread meanwhile.
    if pack != path { branch.setPack(pack) }
  }

  private var stages: String {
    let own = chain.allSatisfy(\.isWhitespace) ? nil : chain
    guard markers else { return own ?? "earfingerprint ! earapi" }
    guard GStreamer.hasElement("earmarkerdetect") else {
      postWarning(
        .core(
          .missingPlugin, "There is no element earmarkerdetect, so markers are not heard; recognition goes on without.")
      )
      return own ?? "earfingerprint ! earapi"
    }
    return own.map { "earmarkerdetect ! \($0)" } ?? "earfingerprint ! earmarkerdetect ! earapi"
  }

  private var listener: RecognitionBranch.Listener {
    .init(
      heard: { [outlet] signal, line in outlet.emit(signal, line) },
      backlog: { [outlet, reports] backlog in reports.async { outlet.post(backlog.fault(of: outlet.name)) } },
      refused: { [reports, bin = Weak(self)] gate, flow in
        reports.async { bin.element?.refused(by: gate, flow) }
      })
  }

  private func refused(by gate: BranchGate, _ flow: Flow) {
    guard let branch = control.withLock({ $0.branch }), branch.gate === gate, fail(branch) else { return }
    postWarning(off(.core(.negotiation, "The stages do not take this audio.", debug: "\(flow)")))
  }

  /// Takes a branch out that does not work. False where it is out already.
  private func fail(_ branch: RecognitionBranch) -> Bool {
    guard branch.gate.close() else { return false }
    retire(branch)
    branch.windDown(patience: 0)
    return true
  }

  /// Keeps what is to be known of a branch that is gone.
  private func retire(_ branch: RecognitionBranch) {
    let timeline: String? = branch.sink.get("timeline")
    let generation: UInt64? = branch.sink.get("generation")
    control.withLock { control in
      guard control.branch === branch else { return }
      control.branch = nil
      control.dropped += branch.gate.dropped
      control.timeline = timeline ?? control.timeline
      control.generation = max(generation ?? 0, control.generation)
    }
  }

  // MARK: Messages

  /// The application hears what stages say, and nothing that would make it think of them as of parts of the player.
  public override func passage(of message: Message?) -> MessagePassage {
    switch message {
    case .error(let source, let error):
      guard let branch = control.withLock({ $0.branch }) else { return .drop }
      // Rows that cannot be written do not keep anything from being recognised.
      let isOfRows = source == branch.sink.name && error.domain == .resource
      if isOfRows, [ElementError.Resource.write, .noSpace].contains(where: { $0.rawValue == error.code }) {
        return .warning(error)
      }
      // From this element, which the application knows: the stage is no part of the player any more.
      if fail(branch) { postWarning(off(error)) }
      return .drop
    case .warning, .info, .element, .stateChanged: return .pass
    default: return .drop
    }
  }

  /// An error as a player is to hear it.
  private func off(_ error: ElementError) -> ElementError { error.adding("recognition is off, playback goes on") }
}

/// The element as another thread may hold it.
private struct Weak: @unchecked Sendable {  // calls nothing but `refused`, which is safe from any thread
  weak var element: EarRecognizer?
  init(_ element: EarRecognizer) { self.element = element }
}

extension BranchGate.Backlog {
  /// The message of it.
  fileprivate func fault(of stage: String) -> Structure {
    var fault = Structure("earmark-fault")
    fault["contract"] = StageContract.version
    fault["stage"] = stage
    fault["code"] = Int32(FaultCode.audioServiceFailure.rawValue)
    fault["retry-in"] = ClockTime.none
    switch self {
    case .dropping:
      fault["text"] = "The stages are too slow, so audio is left out; playback goes on."
      fault["restored"] = false
    case .caughtUp(let length):
      fault["text"] = "The stages have caught up; \(length / 1_000_000) ms of audio were left out."
      fault["dropped"] = length
      fault["restored"] = true
    }
    return fault
  }
}
