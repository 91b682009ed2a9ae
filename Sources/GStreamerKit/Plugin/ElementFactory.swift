import CGStreamer

/// What is known of an element before one is made: its properties and what kind of thing it is.
public struct ElementFactory: Sendable {
  /// As it is written in a description, such as `earfingerprint`.
  public let name: String
  /// The plugin it is from; empty for one that an application registered without any.
  public let plugin: String
  /// Whether it holds other elements.
  public let isBin: Bool
  /// Whether its children's properties can be set through it, as in `child::property=value`.
  public let isChildProxy: Bool
  /// Its properties, in the order in which they were declared; those of its base classes first.
  public let properties: [FactoryProperty]

  /// Loads the plugin that has it; nil where there is no such element.
  public init?(named name: String) {
    guard GStreamer.initialize(), let found = gst_element_factory_find(name) else { return nil }
    defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
    guard let loaded = gst_plugin_feature_load(found) else { return nil }
    defer { gst_object_unref(UnsafeMutableRawPointer(loaded)) }
    let type = gst_element_factory_get_element_type(loaded)
    // The class is kept: GStreamer never unloads a type, and the properties point into it.
    guard type != 0, let klass = g_type_class_ref(type) else { return nil }
    self.name = name
    plugin = gst_plugin_feature_get_plugin_name(loaded).map { String(cString: $0) } ?? ""
    isBin = g_type_is_a(type, gst_bin_get_type()) != 0
    isChildProxy = g_type_is_a(type, gst_child_proxy_get_type()) != 0
    properties = Self.properties(of: klass.assumingMemoryBound(to: GObjectClass.self))
  }

  /// The property of this name; nil where there is none.
  public func property(named name: String) -> FactoryProperty? { properties.first { $0.name == name } }

  /// The names of all elements that GStreamer has, in no order.
  public static var names: [String] {
    guard GStreamer.initialize(),
      let first = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
    else { return [] }
    defer { gst_plugin_feature_list_free(first) }
    var names: [String] = []
    var entry: UnsafeMutablePointer<GList>? = first
    while let current = entry {
      if let feature = current.pointee.data,
        let name = gst_object_get_name(feature.assumingMemoryBound(to: GstObject.self))
      {
        names.append(String(cString: name))
        g_free(name)
      }
      entry = current.pointee.next
    }
    return names
  }

  private static func properties(of klass: UnsafeMutablePointer<GObjectClass>) -> [FactoryProperty] {
    var count: guint = 0
    guard let list = g_object_class_list_properties(klass, &count) else { return [] }
    defer { g_free(list) }
    return (0..<Int(count)).compactMap { index in list[index].map(FactoryProperty.init) }
  }
}
