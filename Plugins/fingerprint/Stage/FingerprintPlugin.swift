public import GStreamerKit

/// The plugin `earfingerprint`: for the loadable object and for static registration.
public enum FingerprintPlugin {
  /// What GStreamer needs to load it; lives as long as the process.
  public static let descriptor = Plugin.describe("earfingerprint", "Earmark: recognises registered audio") {
    Plugin.register([EarFingerprint.self], in: $0)
  }
}
