import CGStreamer
import Foundation
import GStreamerKit

/// Everything a test of elements needs before GStreamer starts: a registry of its own, so that tests neither read nor
/// write the user's, and criticals that end the process, so that none goes unseen.
enum TestSupport {
  /// Starts GStreamer and registers the elements of this file's neighbours; true where that worked.
  static let isReady: Bool = {
    let registry = FileManager.default.temporaryDirectory.appending(
      path: "earmark-tests-\(ProcessInfo.processInfo.processIdentifier).registry")
    setenv("GST_REGISTRY", registry.path, 1)
    // G_DEBUG=fatal-criticals, which GLib reads before any code of ours runs.
    g_log_set_always_fatal(GLogLevelFlags(G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue))
    unsetenv("GST_PLUGIN_PATH")
    atexit { if let path = getenv("GST_REGISTRY") { unlink(path) } }
    return GStreamer.initialize() && Plugin.registerStatic(testPlugin)
  }()
}

let testPlugin = Plugin.describe("earkittest", "Elements that only tests use") {
  Plugin.register([Probe.self, Counter.self, Collector.self, Box.self], in: $0)
}
