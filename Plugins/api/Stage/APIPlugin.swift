public import GStreamerKit

/// The plugin `earapi`: for the loadable object and for static registration.
public enum APIPlugin {
  public static let descriptor = Plugin.describe("earapi", "Earmark: activities and campaigns of recognised audio") {
    Plugin.register([EarAPI.self], in: $0)
  }
}
