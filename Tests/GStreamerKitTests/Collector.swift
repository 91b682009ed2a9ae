import GStreamerKit
import Synchronization

/// A sink that keeps the names of what it got, in order, emits each custom event as text, and can be cleared.
final class Collector: Sink {
  private let got = Mutex<[String]>([])

  override class var info: ElementInfo {
    ElementInfo(
      "earkitcollector", longName: "Collector", category: "Sink", about: "Collects", pads: [.sink("ANY")])
  }
  override class var signals: [Signal] {
    [
      .notification("event", .string),
      .action("clear") { (sink: Collector) in
        sink.got.withLock { $0 = [] }
        sink.pushUpstream(Structure("earmark-clear"))
      },
      .action("add", .string, .int) { (sink: Collector, arguments) in
        guard case .string(let text) = arguments[0], case .int(let count) = arguments[1] else { return }
        for _ in 0..<count { sink.note(text) }
      },
    ]
  }
  override class var computedProperties: [ComputedProperty] {
    [ComputedProperty("got", "What came") { (sink: Collector) in sink.got.withLock { $0.joined(separator: " ") } }]
  }
  private func note(_ text: String) { got.withLock { $0.append(text) } }

  override func render(_ buffer: borrowing Buffer) { note("buffer") }
  override func received(_ event: Event) {
    note(event.name)
    emit("event", event.structure?.text ?? "")
  }
  override func endOfStream() { note("eos") }
}
