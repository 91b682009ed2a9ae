public import GStreamerKit

/// The plugin `eartimeline`: for the loadable object and for static registration.
public enum TimelinePlugin {
  /// What GStreamer needs to load it; lives as long as the process.
  public static let descriptor = Plugin.describe("eartimeline", "Earmark: the timeline of what was heard") {
    Plugin.register([EarTimelineSink.self, EarRecognizer.self], in: $0)
  }
}
