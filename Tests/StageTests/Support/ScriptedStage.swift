import GStreamerKit

/// A stage that says what its script says: each line is a time in milliseconds of running time and the text of a
/// structure. `sticky ` before the structure sends it after STREAM_START, whatever its time.
final class ScriptedStage: AudioAnalyser {
  @Property("Lines of TIME-IN-MS STRUCTURE") var script = ""

  private struct Line {
    let time: UInt64
    let structure: Structure
  }
  private var lines: [Line] = []

  override class var info: ElementInfo {
    ElementInfo("earscript", longName: "Scripted stage", category: "Filter/Audio", about: "Tests", pads: audioPads)
  }

  override func start() throws {
    lines = []
    for line in script.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let time = UInt64(parts[0]) else {
        throw ElementError.library(.settings, "bad line \(line)")
      }
      let isSticky = parts[1].hasPrefix("sticky ")
      guard let structure = Structure(parsing: String(isSticky ? parts[1].dropFirst(7) : parts[1])) else {
        throw ElementError.library(.settings, "bad structure \(line)")
      }
      if isSticky {
        announce(structure)
      } else {
        lines.append(Line(time: time * 1_000_000, structure: structure))
      }
    }
  }

  override func analyse(_ audio: borrowing AudioBuffer) throws {
    let end = (audio.runningTime ?? 0) + audio.duration
    while let line = lines.first, line.time <= end {
      lines.removeFirst()
      push(.custom(line.structure))
    }
  }
}
