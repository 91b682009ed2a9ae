import Foundation
import TestAudio

/// The programs of examples/, run as a reader would run them.
enum Example {
  static let folder = DemoTests.demo.deletingLastPathComponent()

  /// For programs with a window where there is no desktop: nothing of theirs looks for one.
  static let desktop = ["NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11", "no_proxy": "*"]

  /// Runs `run.sh` of an example with the built command and plugins and what the demo has made.
  /// - Parameters:
  ///   - hasDisplay: Runs it under a display of its own.
  ///   - during: Called once it runs, for example to send it a signal.
  static func run(
    _ name: String, _ arguments: [String], hasDisplay: Bool = false, output: TemporaryFolder? = nil,
    environment: [String: String] = [:], limit: Double = 120, during: ((Process) -> Void)? = nil
  ) throws -> Tool.Result {
    let script = folder.appending(path: "\(name)/run.sh").path
    let made = try output ?? DemoTests.made.get().folder
    return try Tool.run(
      URL(filePath: hasDisplay ? "/usr/bin/xvfb-run" : "/bin/bash"),
      (hasDisplay ? ["-a", "/bin/bash", script] : [script]) + arguments,
      environment: Launch.environment.merging([
        "EARMARK": Tool.products.appending(path: "earmark").path, "DEMO_OUTPUT": made.url.path,
        "EXAMPLES_BUILD": made.url.path, "HOME": made.url.path,
      ]) { $1 }.merging(desktop) { $1 }.merging(environment) { $1 }, limit: limit, during: during)
  }

  /// The demo's pack.
  static func pack() throws -> String { try DemoTests.made.get().folder.path("demo.earpack") }

  /// A file of the demo's spots, and what is a part of it.
  static func spot(_ name: String) -> String { DemoTests.demo.appending(path: "spots/\(name).opus").path }
}
