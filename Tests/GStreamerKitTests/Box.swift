import GStreamerKit
import Synchronization

/// A bin around an identity, with a sink beside it that hears nothing.
final class Box: Bin {
  @Property("What to do: fail-start, or what becomes of the children's errors: drop, warn", mutable: .playing)
  var label = ""

  private let hooks = Mutex<[String]>([])

  override class var info: ElementInfo {
    ElementInfo(
      "earkitbox", longName: "Box", category: "Generic", about: "Boxes", pads: [.sink("ANY"), .source("ANY")])
  }
  override class var computedProperties: [ComputedProperty] {
    [
      ComputedProperty("log", "Hooks that were called") { (box: Box) in
        box.hooks.withLock { $0.joined(separator: " ") }
      },
      ComputedProperty("exposes", "Whether a pad that has no template can be exposed") { (box: Box) in
        ElementRef.make("identity")?.pad("src").map { box.expose($0, as: "nonsense") } ?? true
      },
    ]
  }
  override class var hidesEnds: Bool { true }

  override func setUp() {
    guard let inside = ElementRef.make("identity", named: "inside"), add(inside), let sink = inside.pad("sink"),
      let source = inside.pad("src"), let end = ElementRef.make("fakesink", named: "end")
    else { return }
    expose(sink, as: "sink")
    expose(source, as: "src")
    end.set("async", false)
    add(end)
  }
  override func start() throws {
    hooks.withLock { $0.append("start") }
    if label == "fail-start" { throw ElementError.resource(.notFound, "There is no such box.") }
  }
  override func stop() { hooks.withLock { $0.append("stop") } }
  override func passage(of message: Message?) -> MessagePassage {
    guard case .error(let source, var error) = message else { return .pass }
    if label == "drop" { return .drop }
    guard label == "warn" else { return .pass }
    error.message = "\(source) does not matter."
    return .warning(error)
  }
}
