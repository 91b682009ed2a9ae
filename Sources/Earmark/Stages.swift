import APIStage
import FingerprintStage
import GStreamerKit
import Glibc
import TimelineStage

/// The stages that come with the library.
public enum Stages {
  /// Where a stage's code comes from.
  public enum Origin: Sendable, Equatable {
    /// Linked into this program.
    case library
    /// A loadable plugin that GStreamer found.
    case plugin
    /// Nowhere: pipelines that name it fail.
    case missing
  }

  /// Factory names of the stages.
  public static let names = ["earfingerprint", "earapi", "eartimelinesink", "earrecognizer"]

  /// Makes the stages known to GStreamer; the first call decides.
  ///
  /// Those that its registry knows as loadable plugins are left alone, the others are registered from this library.
  /// `EARMARK_STAGES=external` in the environment turns the latter off. Safe from any thread.
  /// - Returns: for each stage, where its code comes from.
  @discardableResult
  public static func register() -> [String: Origin] { origins }

  private static let origins: [String: Origin] = {
    GStreamer.initialize()
    let isExternal = getenv("EARMARK_STAGES").map { String(cString: $0) } == "external"
    let plugins = [
      (["earfingerprint"], FingerprintPlugin.descriptor), (["earapi"], APIPlugin.descriptor),
      (["eartimelinesink", "earrecognizer"], TimelinePlugin.descriptor),
    ]
    var origins: [String: Origin] = [:]
    for (names, descriptor) in plugins {
      if names.allSatisfy(GStreamer.hasElement) {
        for name in names { origins[name] = .plugin }
      } else {
        let isRegistered = !isExternal && Plugin.registerStatic(descriptor)
        for name in names { origins[name] = isRegistered ? .library : .missing }
      }
    }
    return origins
  }()
}
