import CGStreamer
import Synchronization

/// The GStreamer library in this process.
public enum GStreamer {
  // GStreamer holds its initialisation lock while it loads plugins, so that calling gst_init from a plugin that is
  // being loaded would wait for itself. A plugin that registers says so here.
  static let isHosted = Atomic(false)

  private static let isInitialized: Bool = gst_init_check(nil, nil, nil) != 0

  /// Starts GStreamer, once; set the environment (`GST_REGISTRY`, `GST_PLUGIN_PATH`, `GST_DEBUG`) before the first call.
  /// Everything of this module that needs it calls it by itself. False where GStreamer refused to start.
  @discardableResult
  public static func initialize() -> Bool {
    isHosted.load(ordering: .relaxed) || isInitialized
  }

  /// GStreamer's version, such as `1.22.0`.
  public static var version: String {
    var numbers: (guint, guint, guint, guint) = (0, 0, 0, 0)
    gst_version(&numbers.0, &numbers.1, &numbers.2, &numbers.3)
    return "\(numbers.0).\(numbers.1).\(numbers.2)"
  }

  /// Whether an element of this name can be made.
  public static func hasElement(_ factory: String) -> Bool {
    initialize()
    guard let found = gst_element_factory_find(factory) else { return false }
    gst_object_unref(UnsafeMutableRawPointer(found))
    return true
  }
}
