public import GStreamerKit

/// The plugin `earapi`: for the loadable object and for static registration.
public enum APIPlugin {
  /// What GStreamer needs to load it; lives as long as the process.
  public static let descriptor = Plugin.describe("earapi", "Earmark: activities and campaigns of recognised audio") {
    Plugin.register([EarAPI.self], in: $0)
  }
}
