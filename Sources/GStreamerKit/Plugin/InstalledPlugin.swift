import CGStreamer

/// A plugin that GStreamer's registry knows.
public struct InstalledPlugin: Sendable, Equatable {
  /// Its name, for example `coreelements`; the file's name where it could not be loaded.
  public let name: String
  /// Its version; empty where it could not be loaded.
  public let version: String
  /// The shared object it comes from; nil where it is linked into this process.
  public let path: String?
  /// Whether it failed to load. GStreamer does not try again until the file changes or the registry is deleted.
  public let isBlacklisted: Bool

  /// All of them.
  public static var all: [InstalledPlugin] {
    guard GStreamer.initialize(), let list = gst_registry_get_plugin_list(gst_registry_get()) else { return [] }
    defer { gst_plugin_list_free(list) }
    return sequence(first: list, next: { $0.pointee.next }).compactMap { item in
      item.pointee.data.map { InstalledPlugin(OpaquePointer($0)) }
    }
  }

  /// The one that brings an element; nil where there is no such element, or no plugin brings it.
  public static func providing(element: String) -> InstalledPlugin? {
    guard GStreamer.initialize(), let factory = gst_element_factory_find(element) else { return nil }
    defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
    guard let plugin = gst_plugin_feature_get_plugin(factory) else { return nil }
    defer { gst_object_unref(UnsafeMutableRawPointer(plugin)) }
    return InstalledPlugin(plugin)
  }

  private init(_ plugin: OpaquePointer) {
    name = gst_plugin_get_name(plugin).map { String(cString: $0) } ?? ""
    version = gst_plugin_get_version(plugin).map { String(cString: $0) } ?? ""
    path = gst_plugin_get_filename(plugin).map { String(cString: $0) }
    let flags = UnsafeMutableRawPointer(plugin).assumingMemoryBound(to: GstObject.self).pointee.flags
    isBlacklisted = flags & guint(GST_PLUGIN_FLAG_BLACKLISTED.rawValue) != 0
  }
}
