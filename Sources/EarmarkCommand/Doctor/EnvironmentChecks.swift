import Foundation

/// Environment variables that change what is found and used.
enum EnvironmentChecks {
  /// What a variable holds.
  enum Kind: Sendable { case folders, file, text }

  static let variables: [(name: String, kind: Kind)] = [
    ("GST_PLUGIN_PATH", .folders), ("GST_PLUGIN_PATH_1_0", .folders), ("GST_PLUGIN_SYSTEM_PATH", .folders),
    ("GST_PLUGIN_SYSTEM_PATH_1_0", .folders), ("GST_REGISTRY", .text), ("GST_REGISTRY_1_0", .text),
    ("GST_REGISTRY_UPDATE", .text), ("GST_PLUGIN_FEATURE_RANK", .text), ("GST_DEBUG", .text), ("GST_DEBUG_FILE", .text),
    ("EARMARK_STAGES", .text), ("EARMARK_PACK", .file), ("PULSE_SERVER", .text), ("PULSE_RUNTIME_PATH", .folders),
    ("PIPEWIRE_REMOTE", .text), ("XDG_RUNTIME_DIR", .folders),
  ]

  static func all(environment: [String: String] = ProcessInfo.processInfo.environment) -> [Check] {
    variables.compactMap { variable in
      environment[variable.name].map { check(variable.name, variable.kind, $0) }
    }
  }

  static func check(_ name: String, _ kind: Kind, _ value: String) -> Check {
    let paths = kind == .text ? [] : kind == .file ? [value] : value.split(separator: ":").map(String.init)
    let missing = paths.filter { access($0, R_OK) != 0 }
    if let first = missing.first {
      return .warn(name, value, remedy: "\(first) is not there or cannot be read: mend or unset it")
    }
    if name == "GST_REGISTRY_UPDATE", value.lowercased() == "no" {
      return .warn(name, value, remedy: "new plugins are not seen: unset it")
    }
    if name == "EARMARK_STAGES", value != "external" {
      return .warn(name, value, remedy: "the only value that means something is external")
    }
    return .ok(name, value)
  }
}
