import Foundation
import GStreamerKit

/// Plugins that GStreamer could not load, and the registry in which it remembers them.
enum PluginChecks {
  static func all(environment: [String: String] = ProcessInfo.processInfo.environment) -> [Check] {
    [broken(InstalledPlugin.all.filter(\.isBlacklisted)), registry(registryPath(environment))]
  }

  static func broken(_ plugins: [InstalledPlugin]) -> Check {
    let subject = "plugins"
    guard !plugins.isEmpty else { return .ok(subject, "all that were found could be loaded") }
    let paths = plugins.map { $0.path ?? $0.name }.sorted()
    let finding = "could not be loaded: \(paths.joined(separator: ", "))"
    let remedy =
      "mend or remove it (gst-inspect-1.0 FILE says why), then delete the registry, which remembers the failure"
    let isOurs = plugins.contains { ($0.path ?? $0.name).contains("libgstear") }
    return isOurs
      ? .fail(subject, finding, remedy: remedy, exitCode: .internalError) : .warn(subject, finding, remedy: remedy)
  }

  static func registry(_ path: String) -> Check {
    let folder = (path as NSString).deletingLastPathComponent
    let isWritable = access(path, W_OK) == 0 || (access(path, F_OK) != 0 && access(folder, W_OK) == 0)
    if isWritable { return .ok("registry", path) }
    return .warn(
      "registry", "\(path) cannot be written: every start looks through all plugins",
      remedy: "set GST_REGISTRY to a file that can be written")
  }

  private static func registryPath(_ environment: [String: String]) -> String {
    if let path = environment["GST_REGISTRY_1_0"] ?? environment["GST_REGISTRY"] { return path }
    let cache = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
    #if arch(arm64)
      return cache + "/gstreamer-1.0/registry.aarch64.bin"
    #else
      return cache + "/gstreamer-1.0/registry.x86_64.bin"
    #endif
  }
}
