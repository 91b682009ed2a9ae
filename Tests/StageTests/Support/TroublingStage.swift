import GStreamerKit
import Glibc
import Synchronization

/// A stage that gets in the way: it waits, is slow, or fails.
final class TroublingStage: Analyser {
  @Property("Whether every buffer waits until this is false again", mutable: .playing) var isBlocked = false
  @Property("Milliseconds that every buffer takes", mutable: .playing) var slowness: UInt32 = 0
  @Property("start, caps, data or end: where it fails", mutable: .playing) var fault = ""

  private let waits = Atomic(false)

  override class var info: ElementInfo {
    ElementInfo(
      "eartrouble", longName: "Troubling stage", category: "Filter/Audio", about: "Tests",
      pads: [.sink("audio/x-raw"), .source("audio/x-raw")])
  }
  override class var computedProperties: [ComputedProperty] {
    [
      ComputedProperty("waits", "Whether a buffer waits") { (stage: TroublingStage) in
        stage.waits.load(ordering: .sequentiallyConsistent)
      }
    ]
  }

  private func fail(at place: String) throws {
    if fault == place { throw ElementError.library(.failed, "There is trouble at \(place).") }
  }

  override func start() throws { try fail(at: "start") }
  override func capsChanged(_ caps: Caps?) throws { if caps != nil { try fail(at: "caps") } }
  override func analyse(_ buffer: borrowing Buffer) throws {
    try fail(at: "data")
    wait()
    usleep(slowness * 1000)
  }
  override func drain() throws -> EndOfStream {
    wait()
    try fail(at: "end")
    return .forward
  }

  private func wait() {
    while isBlocked {
      waits.store(true, ordering: .sequentiallyConsistent)
      usleep(1000)
    }
    waits.store(false, ordering: .sequentiallyConsistent)
  }
}
