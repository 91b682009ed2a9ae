import Fingerprinting
public import GStreamerKit
import Recognition
import StageContract
import Synchronization

private let log = Log("earfingerprint", "Recognition of registered audio")

/// The fingerprint stage: says which material of a pack is heard, once per interval.
public final class EarFingerprint: AudioAnalyser {
  @Property(
    "Path of the pack of materials to recognise; a change while playing takes effect without a gap", mutable: .playing)
  var pack = ""
  @Property("Time between two statements, in nanoseconds", in: 250_000_000...10_000_000_000)
  var interval: UInt64 = 1_000_000_000
  @Property("Chance matches per 1,000 h of unrelated audio that are tolerated", in: 1e-9...1e6)
  var maxFalseAlarms = 1.0
  @Property("Largest deviation from the reference speed that is searched: 0.04 is ±4 %", in: 0...0.1)
  var speedRange = 0.04
  @Property("Whether to post the events as element messages too", mutable: .playing) var postMessages = false

  public override class var info: ElementInfo {
    ElementInfo(
      "earfingerprint", longName: "Earmark fingerprint stage", category: "Filter/Analyzer/Audio",
      about: "Recognises registered audio by its fingerprints", pads: audioPads)
  }

  // Streaming thread only, while started.
  private var matcher: StreamMatcher?
  private var resampler: MonoResampler?
  private var clock = StreamClock()
  private var hasSeenAudio = false
  /// Length of the silence that stands for missing audio and has lasted until now, s.
  private var silent = 0.0

  /// What the application's thread leaves for the streaming thread.
  private struct Shared {
    var isStarted = false
    var generation: UInt64 = 0
    /// A pack set while playing, to be taken at the next buffer.
    var next: (pack: Pack?, path: String)?
    /// Of what opening the pack did not look at.
    var check: PackVerification?
  }
  private let shared = Mutex(Shared())

  // MARK: Life cycle

  public override func start() throws {
    // Before the property is read, so that a pack set from now on is taken at the first buffer.
    let generation = shared.withLock { shared in
      shared.isStarted = true
      shared.next = nil
      shared.generation += 1
      return shared.generation
    }
    let opened: Pack?
    do {
      let path = pack
      opened = path.isEmpty ? nil : try Pack.open(forStage: path)
    } catch {
      shared.withLock { $0.isStarted = false }
      throw error
    }
    check(opened)
    matcher = StreamMatcher(
      pack: opened,
      configuration: .init(
        interval: Double(interval) / 1e9, maxFalseAlarms: maxFalseAlarms, speedRange: speedRange))
    clock = StreamClock()
    hasSeenAudio = false
    silent = 0
    announce(path: opened?.path ?? "", generation: generation)
  }

  public override func stop() {
    shared.withLock { shared in
      shared.isStarted = false
      shared.check = nil
    }
    matcher = nil
    resampler = nil
  }

  /// Opens a pack that is set while the stage works, on the thread that sets it.
  public override func propertyChanged(_ name: String) {
    guard name == "pack", shared.withLock({ $0.isStarted }) else { return }
    let path = pack
    do {
      let opened = path.isEmpty ? nil : try Pack.open(forStage: path)
      shared.withLock { $0.next = (opened, opened?.path ?? "") }
      check(opened)
    } catch {
      postWarning(error.adding("the old pack stays in use"))
    }
  }

  /// Checks the rest of the pack while it is used already; what is damaged is no ground to recognise anything by.
  private func check(_ pack: Pack?) {
    let check = pack.map { pack in
      PackVerification(of: pack) { [outlet] damage in
        if let damage { outlet.postError(ElementError(damage)) }
      }
    }
    shared.withLock { if $0.isStarted { $0.check = check } }
  }

  private func announce(path: String, generation: UInt64) {
    announce(
      StageAnnouncement(
        role: .fingerprint, stage: Self.info.name, algorithm: LandmarkIndex.algorithm,
        details: path.isEmpty ? "no pack: nothing is recognised" : "recognises the materials of \(path)",
        pack: path, packGeneration: generation, maxFalseAlarms: maxFalseAlarms
      ).structure)
  }

  // MARK: Events

  public override func formatChanged(_ format: AudioFormat?) throws {
    try decide(resetting: format == nil)
    resampler = try format.map { try MonoResampler(format: $0) }
  }

  public override func gap(start: UInt64, duration: UInt64?) throws {
    guard let duration, duration > 0, let resampler, let running = segment?.toRunningTime(start) else { return }
    let stream = segment?.toStreamTime(start) ?? start
    try goOn(running: running, stream: stream)
    try silence(Double(duration) / 1e9, resampler)
  }

  public override func flushed() {
    matcher?.reset()
    resampler?.reset()
    clock = StreamClock()
    silent = 0
  }

  public override func drain() throws -> EndOfStream {
    try decide(resetting: true)
    return .forward
  }

  // MARK: Processing

  public override func analyse(_ audio: borrowing AudioBuffer) throws {
    guard let resampler, matcher != nil else { return }
    if !hasSeenAudio { warnWithoutPack() }
    takeNextPack()
    if let running = audio.runningTime { try goOn(running: running, stream: audio.streamTime ?? audio.pts) }
    if audio.isGap { return try silence(Double(audio.frames) / Double(audio.format.rate), resampler) }
    silent = 0
    // In pieces, so that no call takes long whatever comes.
    let piece = max(1, Int(audio.format.rate) / 4) * audio.format.frameSize
    var done = 0
    while done < audio.bytes.count {
      let end = min(done + piece, audio.bytes.count)
      let bytes = UnsafeRawBufferPointer(rebasing: audio.bytes[done..<end])
      clock.advance(Double((end - done) / audio.format.frameSize) / Double(audio.format.rate))
      resampler.push(bytes) { feed($0) }
      done = end
    }
  }

  /// Goes on at these times, over silence where audio is missing, anew where there is no connection.
  private func goOn(running: UInt64, stream: UInt64) throws {
    let rate = abs(segment?.rate ?? 1)
    switch clock.step(running: running, rate: rate) {
    case .continues: break
    case .misses(let seconds): if let resampler { try silence(seconds, resampler) }
    case .breaks:
      log(.info, self, "audio breaks off at \(ClockTime.seconds(clock.running(at: clock.seconds))) s")
      try decide(resetting: true)
    }
    clock.synchronize(running: running, stream: stream, rate: rate)
  }

  /// Feeds silence for audio that is not there. What comes in a row counts as one, however it is cut: after a short stretch
  /// the audio before it goes on, a longer one ends it.
  private func silence(_ seconds: Double, _ resampler: MonoResampler) throws {
    let fed = min(seconds, StreamClock.bridge - silent)
    silent += seconds
    guard fed > 0 else { return }
    let rate = Double(resampler.format.rate)
    let frames = (fed * rate).rounded()
    clock.advance(frames / rate)
    resampler.pushSilence(frames: UInt64(frames)) { feed($0) }
    if silent > StreamClock.bridge { try decide(resetting: true) }
  }

  /// Decides what the resampler and, where a stretch ends here, the matcher still hold.
  private func decide(resetting: Bool) throws {
    resampler?.drain { feed($0) }
    guard resetting else { return }
    matcher?.finish { report($0) }
    matcher?.reset()
    clock = StreamClock()
  }

  private func feed(_ samples: UnsafeBufferPointer<Float>) {
    matcher?.append(samples) { report($0) }
  }

  private func report(_ match: Match) {
    let observation = MaterialObservation(
      materialID: match.materialID, position: Int64(clampedSeconds: match.position),
      matchedFrom: clock.running(at: match.matchedFrom), matchedUntil: clock.running(at: match.matchedUntil),
      runningTime: clock.running(at: match.end),
      duration: UInt64(clampedNanoseconds: match.duration / clock.rate * 1e9),
      score: match.score, falseAlarms: match.falseAlarms, rate: match.rate * clock.rate,
      alternatives: match.alternatives.map {
        MaterialAlternative(
          materialID: $0.materialID, position: Int64(clampedSeconds: $0.position), score: $0.score)
      })
    let structure = observation.structure(stage: name, streamTime: clock.stream(at: match.end))
    push(.custom(structure))
    if postMessages { post(structure) }
    log(.debug, self, "\(structure)")
  }

  private func takeNextPack() {
    let next = shared.withLock { shared -> (pack: Pack?, path: String, generation: UInt64)? in
      guard let next = shared.next else { return nil }
      shared.next = nil
      shared.generation += 1
      return (next.pack, next.path, shared.generation)
    }
    guard let next else { return }
    matcher?.replacePack(next.pack)
    announce(path: next.path, generation: next.generation)
  }

  private func warnWithoutPack() {
    hasSeenAudio = true
    guard pack.isEmpty else { return }
    postWarning(.resource(.notFound, "earfingerprint has no pack, so nothing is recognised; set its property pack."))
  }
}

extension Int64 {
  /// Seconds in ns, nearest representable value.
  fileprivate init(clampedSeconds seconds: Double) {
    let nanoseconds = seconds * 1e9
    self = nanoseconds.isFinite ? Int64(Swift.min(Swift.max(nanoseconds, -9.2e18), 9.2e18)) : 0
  }
}
