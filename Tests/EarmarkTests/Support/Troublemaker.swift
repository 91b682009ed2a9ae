import GStreamerKit

/// Does what it is told to when an application sets `now`: posts a structure, an error or a warning.
final class Troublemaker: AudioAnalyser {
  @Property("error:TEXT, warning:TEXT or the text of a structure", mutable: .playing) var now = ""

  override class var info: ElementInfo {
    ElementInfo(
      "eartroublemaker", longName: "Troublemaker", category: "Source/Network", about: "Tests", pads: audioPads)
  }

  override func propertyChanged(_ name: String) {
    let text = now
    if text.hasPrefix("error:") {
      postError(.resource(.read, String(text.dropFirst(6))))
    } else if text.hasPrefix("warning:") {
      postWarning(.resource(.read, String(text.dropFirst(8))))
    } else if let structure = Structure(parsing: text) {
      post(structure)
    }
  }
}
