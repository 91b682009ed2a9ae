import CGStreamer
import Synchronization

@testable import GStreamerKit

/// Passes anything on, and ignores audio: it works on events only. Ends its stream later when `late` is set.
final class Counter: Analyser {
  @Property("Hold EOS until told so", mutable: .playing) var late = false
  @Property("Push a GAP of the same time before each buffer") var gaps = false
  private var buffers: UInt64 = 0
  private let holds = Mutex(false)

  override class var info: ElementInfo {
    ElementInfo(
      "earkitcounter", longName: "Counter", category: "Generic", about: "Counts",
      pads: [.sink("audio/x-raw"), .source("audio/x-raw")])
  }
  override class var signals: [Signal] {
    [.action("release") { (counter: Counter) in counter.outlet.forwardEndOfStream() }]
  }
  override func start() { buffers = 0 }
  override func analyse(_ buffer: borrowing Buffer) {
    buffers += 1
    if gaps, let event = gst_event_new_gap(GstClockTime(buffer.pts ?? 0), GstClockTime(buffer.duration ?? 0)) {
      push(Event(owning: event))
    }
  }
  override func passed(_ event: Event) {
    guard event.name == "earmark-probe" else { return }
    var structure = Structure("earmark-counted")
    structure["buffers"] = buffers
    push(.custom(structure))
  }
  override class var computedProperties: [ComputedProperty] {
    [ComputedProperty("held", "Whether EOS is held") { (counter: Counter) in counter.holds.withLock { $0 } }]
  }
  override func stop() { holds.withLock { $0 = false } }
  override func drain() -> EndOfStream {
    guard late else { return .forward }
    holds.withLock { $0 = true }
    return .hold
  }
}
