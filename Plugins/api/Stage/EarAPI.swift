import Campaigns
import Dispatch
import Fingerprinting
public import GStreamerKit
import Recognition
import StageContract
import Synchronization

private let log = Log("earapi", "Activities and campaigns of recognised audio")

/// The API stage: makes activities out of what the stages before it observe, and answers with campaigns.
///
/// It passes everything on unchanged and adds its own events behind what caused them.
public final class EarAPI: AudioAnalyser {
  @Property("Path of the pack to answer from; empty: the one the fingerprint stage announces", mutable: .ready)
  var pack = ""
  @Property(
    "An activity not heard for longer than this has ended, in nanoseconds", in: 0...3_600_000_000_000, mutable: .playing
  )
  var hold: UInt64 = 6_000_000_000
  @Property(
    "A position that misses the expected one by more than this, in nanoseconds, is a restart",
    in: 0...60_000_000_000, mutable: .playing)
  var restartTolerance: UInt64 = 2_000_000_000
  @Property("Whether to post the events as element messages too", mutable: .playing) var postMessages = false

  public override class var info: ElementInfo {
    ElementInfo(
      "earapi", longName: "Earmark API stage", category: "Filter/Analyzer/Audio",
      about: "Makes activities of recognised materials and markers, and answers with their campaigns", pads: audioPads)
  }

  /// How far running time may step back within one stream, ns.
  private static let jitter: UInt64 = 100_000_000

  // Streaming thread only.
  private var resolver = ActivityResolver(configuration: .init())
  private var maxFalseAlarms = 1.0
  private var announcedHold: UInt64?
  private var hasUpstreamStage = false
  private var hasSeenBuffer = false
  private var announcedPack: (path: String, generation: UInt64)?
  /// Running and stream time of the latest thing that passed, ns.
  private var now: (running: UInt64, stream: UInt64) = (0, 0)
  /// Running time at which the audio that has passed ends, ns. An observation goes before the buffer that completes its
  /// stretch, so that `now` may be ahead of it by a whole buffer.
  private var audioEnd: UInt64 = 0

  /// What other threads leave for the streaming thread to pick up.
  private struct Inbox {
    var isClearRequested = false
    var provider: (any CampaignProvider)?
    /// The announcement being loaded; what was loaded for an older one is dropped.
    var loading: UInt64 = 0
  }
  private let inbox = Mutex(Inbox())

  // MARK: Life cycle

  public override func start() throws {
    resolver = ActivityResolver(configuration: .init())
    maxFalseAlarms = 1
    hasUpstreamStage = false
    hasSeenBuffer = false
    announcedPack = nil
    now = (0, 0)
    audioEnd = 0
    inbox.withLock { $0 = Inbox(loading: $0.loading &+ 1) }
    if !pack.isEmpty { resolver.provider = EmbeddedProvider(pack: try Pack.open(forStage: pack)) }
    announce(hold: hold)
  }

  public override func stop() {
    resolver = ActivityResolver(configuration: .init())
  }

  private func announce(hold: UInt64) {
    announcedHold = hold
    announce(
      StageAnnouncement(
        role: .api, stage: Self.info.name, algorithm: "earmark-embedded/1", details: "answers from the pack", hold: hold
      ).structure)
  }

  // MARK: Events

  public override func received(_ event: Event) throws {
    guard let structure = event.structure else { return }
    do throws(ContractViolation) {
      guard let announcement = try StageAnnouncement.read(structure) else { return }
      if announcement.role != .api { hasUpstreamStage = true }
      if announcement.role == .fingerprint { follow(announcement) }
    } catch { try reject(error) }
  }

  /// Pushes what an observation leads to behind the observation itself.
  public override func passed(_ event: Event) throws {
    guard event.kind == .custom, let structure = event.structure else { return }
    do throws(ContractViolation) {
      switch structure.name {
      case MaterialObservation.structureName:
        let observation = try MaterialObservation(structure)
        now = (observation.runningTime, structure["stream-time"] ?? observation.runningTime)
        configure()
        send(resolver.observe(observation))
      case MarkerEvidence.structureName:
        let evidence = try MarkerEvidence(structure)
        let outcome = resolver.decoded(
          code: evidence.code, from: evidence.start, to: evidence.runningTime, validFor: evidence.validFor)
        if let marker = outcome.announced { send(marker.structure(stage: name, evidence: evidence)) }
        send(outcome.events)
      default: break
      }
    } catch { try reject(error) }
  }

  public override func receivedUpstream(_ event: Event) {
    if event.name == StageContract.clear { inbox.withLock { $0.isClearRequested = true } }
  }

  public override func formatChanged(_ format: AudioFormat?) throws {
    if format == nil { send(resolver.end()) }
  }

  public override func flushed() {
    send(resolver.end())
    // Running time starts anew: an observation may come before the first buffer, which must not look like a step back.
    now = (0, 0)
    audioEnd = 0
  }

  public override func drain() throws -> EndOfStream {
    pickUp()
    send(resolver.end())
    return .forward
  }

  // MARK: Processing

  public override func analyse(_ audio: borrowing AudioBuffer) throws {
    if !hasSeenBuffer { warnUnlessFed() }
    pickUp()
    guard let start = audio.runningTime else { return }
    advance(to: start, duration: audio.duration, stream: audio.streamTime)
  }

  public override func gap(start: UInt64, duration: UInt64?) throws {
    pickUp()
    guard let running = segment?.toRunningTime(start) else { return }
    advance(to: running, duration: duration ?? 0, stream: segment?.toStreamTime(start))
  }

  private func advance(to start: UInt64, duration: UInt64, stream: UInt64?) {
    // Running time never steps back in one stream; where it does, another one has begun.
    if ClockTime.sum(start, Self.jitter) < audioEnd { send(resolver.end()) }
    audioEnd = ClockTime.sum(start, duration)
    now = (audioEnd, ClockTime.sum(stream ?? start, duration))
    configure()
    send(resolver.advance(to: now.running))
  }

  private func configure() {
    let hold = hold
    if hold != announcedHold { announce(hold: hold) }
    resolver.configuration = .init(hold: hold, restartTolerance: restartTolerance, maxFalseAlarms: maxFalseAlarms)
  }

  private func pickUp() {
    let (isClear, provider) = inbox.withLock { inbox in
      defer { (inbox.isClearRequested, inbox.provider) = (false, nil) }
      return (inbox.isClearRequested, inbox.provider)
    }
    if let provider { resolver.provider = provider }
    if isClear { send(resolver.end()) }
  }

  private func send(_ events: [ActivityEvent]) {
    for event in events {
      send(event.structure(stage: name, runningTime: now.running, streamTime: now.stream))
    }
  }

  private func send(_ structure: Structure) {
    push(.custom(structure))
    if postMessages { post(structure) }
  }

  private func warnUnlessFed() {
    hasSeenBuffer = true
    guard !hasUpstreamStage else { return }
    postWarning(
      .stream(
        .failed, "earapi hears of no fingerprint or marker stage; put earfingerprint in front of it.",
        debug: "no earmark-stage-fingerprint or earmark-stage-marker event arrived before the first buffer"))
  }

  private func reject(_ violation: ContractViolation) throws {
    if violation.isNewerContract { throw ElementError.stream(.format, violation.message + ".") }
    log(.warning, self, "dropped: \(violation.message)")
  }

  // MARK: Packs

  /// Changes to an announced pack. Before the first buffer nothing waits, so that the first answers are there in time;
  /// while audio flows a worker opens it.
  private func follow(_ announcement: StageAnnouncement) {
    maxFalseAlarms = announcement.maxFalseAlarms ?? 1
    guard pack.isEmpty, let path = announcement.pack else { return }
    let generation = announcement.packGeneration ?? 0
    if let known = announcedPack, known == (path, generation) { return }
    announcedPack = (path, generation)
    let ticket = inbox.withLock { inbox in
      inbox.loading &+= 1
      // What an older announcement brought and nobody has picked up.
      inbox.provider = nil
      return inbox.loading
    }
    guard !path.isEmpty else { return resolver.provider = nil }
    if !hasSeenBuffer {
      do { resolver.provider = EmbeddedProvider(pack: try Pack.open(forStage: path)) } catch { warn(error, outlet) }
      return
    }
    DispatchQueue.global(qos: .userInitiated).async { [self = Weak(self)] in
      // The element may be gone or have restarted meanwhile; then nobody picks it up.
      do {
        let provider = EmbeddedProvider(pack: try Pack.open(forStage: path))
        self.element?.inbox.withLock { if $0.loading == ticket { $0.provider = provider } }
      } catch {
        self.element.map { warn(error, $0.outlet) }
      }
    }
  }
}

/// The element as a worker may hold it: weakly, and only to reach what is safe from any thread.
private struct Weak: @unchecked Sendable {  // reads nothing but `inbox` (a Mutex) and `outlet` (Sendable)
  weak var element: EarAPI?
  init(_ element: EarAPI) { self.element = element }
}

private func warn(_ error: any Error, _ outlet: ElementOutlet) {
  outlet.postWarning(
    error as? ElementError ?? .resource(.openRead, "The announced pack cannot be opened.", debug: "\(error)"))
}
