import GStreamerKit
import Synchronization

/// Writes down what passes: `log` has a line for every buffer (place, length, flags, checksum) and for caps, segments
/// and custom events.
final class WatchingStage: Analyser {
  private let lines = Mutex<[String]>([])

  override class var info: ElementInfo {
    ElementInfo(
      "earwatch", longName: "Watching stage", category: "Filter/Audio", about: "Tests",
      pads: [.sink("ANY"), .source("ANY")])
  }
  override class var computedProperties: [ComputedProperty] {
    [
      ComputedProperty("log", "What has passed") { (stage: WatchingStage) in
        stage.lines.withLock { $0.joined(separator: "\n") }
      }
    ]
  }

  private func note(_ line: String) { lines.withLock { $0.append(line) } }

  override func analyse(_ buffer: borrowing Buffer) throws {
    // FNV-1a.
    let sum = buffer.withBytes { bytes in
      bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    let flags = "\(buffer.isDiscontinuity ? "D" : "-")\(buffer.isGap ? "G" : "-")"
    note(
      "buffer \(buffer.pts.map(String.init) ?? "-") \(buffer.duration.map(String.init) ?? "-") \(buffer.size) \(flags) "
        + "\(sum ?? 0)")
  }
  override func capsChanged(_ caps: Caps?) throws { if let caps { note("caps \(caps.text)") } }
  override func segmentChanged(_ segment: Segment, previous: Segment?) throws {
    note("segment \(segment.start) \(segment.base) \(segment.rate)")
  }
  override func received(_ event: Event) throws { note("event \(event.structure?.text ?? event.name)") }
  override func gap(start: UInt64, duration: UInt64?) throws { note("gap \(start) \(duration ?? 0)") }
}
