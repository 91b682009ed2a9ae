import GStreamerKit
import Synchronization

/// Passes anything on, and ignores audio: it works on events only. Ends its stream later when `late` is set.
final class Counter: Analyser {
  @Property("Hold EOS until told so", mutable: .playing) var late = false
  private var buffers: UInt64 = 0

  override class var info: ElementInfo {
    ElementInfo(
      "earkitcounter", longName: "Counter", category: "Generic", about: "Counts",
      pads: [.sink("audio/x-raw"), .source("audio/x-raw")])
  }
  override class var signals: [Signal] {
    [.action("release") { (counter: Counter) in counter.outlet.forwardEndOfStream() }]
  }
  override func analyse(_ buffer: borrowing Buffer) { buffers += 1 }
  override func passed(_ event: Event) {
    guard event.name == "earmark-probe" else { return }
    var structure = Structure("earmark-counted")
    structure["buffers"] = buffers
    push(.custom(structure))
  }
  override func drain() -> EndOfStream { late ? .hold : .forward }
}
