import Foundation
import TestAudio

/// `gst-launch-1.0` with the built plugins.
struct Launch {
  static let program = URL(filePath: "/usr/bin/gst-launch-1.0")

  /// A registry that knows the built plugins; made by the first who asks.
  static let environment: [String: String] = {
    let registry = FileManager.default.temporaryDirectory
      .appending(path: "earmark-plugin-registry-\(ProcessInfo.processInfo.processIdentifier).bin").path
    let environment = ["GST_PLUGIN_PATH": Tool.products.path, "GST_REGISTRY": registry, "GST_DEBUG_NO_COLOR": "1"]
    _ = try? Tool.run(
      URL(filePath: "/usr/bin/gst-inspect-1.0"), ["--exists", "earfingerprint"], environment: environment)
    return environment
  }()

  let result: Tool.Result

  /// Runs a launch line, split at spaces, with `-m`.
  init(_ line: String, options: [String] = ["-m"], environment: [String: String] = [:], limit: Double = 60) throws {
    result = try Tool.run(
      Self.program, options + line.split(whereSeparator: \.isWhitespace).map(String.init),
      environment: Self.environment.merging(environment) { $1 }, limit: limit)
  }

  /// How many messages of a name were printed.
  func count(_ message: String) -> Int {
    result.text.split(separator: "\n").count { $0.contains("\(message),") || $0.contains("\(message) ") }
  }
}
