import GStreamerKit
import Synchronization

/// An audio analyser that pushes an event before the buffer that completes each stretch, and tells what hooks were
/// called in `log`.
final class Probe: AudioAnalyser {
  enum Mode: String, PropertyEnumeration { case loud, quiet }

  @Property("Samples of a stretch", in: 1...1_000_000, mutable: .playing) var stretch: UInt32 = 800
  @Property("Fixed once started", in: -5...5) var fixed: Int32 = 1
  @Property("Mutable when paused", in: 0...1, mutable: .paused) var level = 0.5
  @Property("Nanoseconds") var hold: UInt64 = 6_000_000_000
  @Property("Signed nanoseconds") var shift: Int64 = -1
  @Property("A name", mutable: .playing) var label = "probe"
  @Property("Whether to post", mutable: .playing) var postMessages = false
  @Property("How", mutable: .playing) var mode = Mode.quiet

  /// How many objects there are.
  static let alive = Atomic(0)
  required init(handle: ElementHandle) {
    Probe.alive.add(1, ordering: .relaxed)
    super.init(handle: handle)
  }
  deinit { Probe.alive.subtract(1, ordering: .relaxed) }

  private let hooks = Mutex<[String]>([])
  private var inStretch = 0
  private var stretches: Int32 = 0

  override class var info: ElementInfo {
    ElementInfo(
      "earkitprobe", longName: "Probe", category: "Filter/Analyzer/Audio", about: "Counts",
      pads: AudioAnalyser.audioPads)
  }
  override class var computedProperties: [ComputedProperty] {
    [
      ComputedProperty("log", "Hooks that were called") { (probe: Probe) in
        probe.hooks.withLock { $0.joined(separator: " ") }
      }
    ]
  }

  private func note(_ hook: String) { hooks.withLock { $0.append(hook) } }

  override func propertyChanged(_ name: String) { note("set:\(name)") }
  override func start() throws {
    if label == "fail-start" { throw ElementError.resource(.notFound, "There is no such pack.", debug: "pack=x") }
    note("start")
    var structure = Structure("earmark-stage-probe")
    structure["contract"] = Int32(1)
    announce(structure)
  }
  override func stop() {
    note("stop")
    inStretch = 0
  }
  override func streamStarted() { note("stream") }
  override func formatChanged(_ format: AudioFormat?) throws {
    note("format:\(format.map { "\($0.sampleFormat)/\($0.rate)/\($0.channels)" } ?? "none")")
  }
  override func segmentChanged(_ segment: Segment, previous: Segment?) { note("segment:\(segment.start)") }
  override func received(_ event: Event) { note("event:\(event.name)") }
  override func receivedUpstream(_ event: Event) { note("upstream:\(event.name)") }
  override func gap(start: UInt64, duration: UInt64?) { note("gap:\(start)+\(duration ?? 0)") }
  override func flushed() {
    note("flush")
    inStretch = 0
  }
  override func analyse(_ audio: borrowing AudioBuffer) throws {
    if label == "fail-analyse" { throw ElementError.stream(.decode, "Cannot go on.") }
    if label == "fail-otherwise" { throw CancellationError() }
    if audio.isDiscontinuity { note("discont:\(audio.pts)") }
    inStretch += audio.frames
    while inStretch >= Int(stretch) {
      inStretch -= Int(stretch)
      stretches += 1
      let end =
        (audio.runningTime ?? 0) + audio.duration
        - ClockTime.duration(frames: UInt64(inStretch), rate: audio.format.rate)
      emitStretch(runningTime: end)
    }
  }
  override func drain() -> EndOfStream {
    note("drain")
    if inStretch > 0 { emitStretch(runningTime: lastRunningTime ?? 0) }
    inStretch = 0
    return .forward
  }
  private func emitStretch(runningTime: UInt64) {
    var structure = Structure("earmark-probe")
    structure["count"] = stretches
    structure["running-time"] = runningTime
    push(.custom(structure))
    if postMessages { post(structure) }
  }
}
