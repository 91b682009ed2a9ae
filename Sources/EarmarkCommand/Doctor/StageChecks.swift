import Earmark
import GStreamerKit

/// GStreamer itself and our stages.
enum StageChecks {
  static func all() -> [Check] {
    let origins = Stages.register()
    return [version(GStreamer.version)] + Stages.names.map { check($0, origins[$0] ?? .missing) }
  }

  static func version(_ text: String) -> Check {
    let numbers = text.split(separator: ".").compactMap { Int($0) }
    guard numbers.count >= 2, (numbers[0], numbers[1]) < (1, 22) else { return .ok("GStreamer", text) }
    return .warn("GStreamer", "\(text) is older than what this was tested with", remedy: "use GStreamer 1.22 or newer")
  }

  static func check(_ name: String, _ origin: Stages.Origin) -> Check {
    let subject = "stage \(name)"
    switch origin {
    case .library: return .ok(subject, "linked into this program, version \(ProgramVersion.text)")
    case .plugin:
      let plugin = InstalledPlugin.providing(element: name)
      let version = plugin?.version ?? "unknown"
      let finding = "version \(version) from \(plugin?.path ?? "an unknown place")"
      guard version != ProgramVersion.text else { return .ok(subject, finding) }
      return .warn(
        subject, "\(finding), and this program is version \(ProgramVersion.text)",
        remedy: "install both in the same version, or take that folder out of GST_PLUGIN_PATH")
    case .missing:
      return .fail(
        subject, "missing",
        remedy:
          "EARMARK_STAGES=external turns the built-in one off: unset it, or let GST_PLUGIN_PATH lead to the plugins",
        exitCode: .internalError)
    }
  }
}
