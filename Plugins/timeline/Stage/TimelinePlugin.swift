public import GStreamerKit

/// The plugin `eartimeline`: for the loadable object and for static registration.
public enum TimelinePlugin {
  public static let descriptor = Plugin.describe("eartimeline", "Earmark: the timeline of what was heard") {
    Plugin.register([EarTimelineSink.self], in: $0)
  }
}
