import CGStreamer
import Synchronization

/// A GStreamer plugin: a set of elements under a name.
///
///     private let descriptor = Plugin.describe("earexample", "An example") { Plugin.register([Example.self], in: $0) }
///     @c(gst_plugin_earexample_get_desc) public func pluginDescriptor() -> UnsafeRawPointer { descriptor.pointer }
public enum Plugin {
  /// What GStreamer looks up in a shared object. Lives as long as the process.
  public struct Descriptor: @unchecked Sendable {
    // Sendable: written once, before it is shared.
    /// A GstPluginDesc.
    public let pointer: UnsafeRawPointer
    var value: GstPluginDesc { pointer.load(as: GstPluginDesc.self) }
  }

  /// Makes a descriptor. `name` is what stands in `gst_plugin_NAME_get_desc` and `libgstNAME.so`; `load` registers the
  /// elements and is given the plugin.
  public static func describe(
    _ name: StaticString, _ about: StaticString, version: StaticString = Version.text,
    load: @escaping @convention(c) (OpaquePointer?) -> Int32
  ) -> Descriptor {
    let license: StaticString = "MIT/X11"
    let package: StaticString = "Earmark"
    let origin: StaticString = "https://earmark.example"
    let pointer = UnsafeMutablePointer<GstPluginDesc>.allocate(capacity: 1)
    pointer.initialize(
      to: GstPluginDesc(
        major_version: gint(GST_VERSION_MAJOR), minor_version: gint(GST_VERSION_MINOR), name: name.cString,
        description: about.cString, plugin_init: load, version: version.cString, license: license.cString,
        source: package.cString, package: package.cString, origin: origin.cString, release_datetime: nil,
        _gst_reserved: (nil, nil, nil, nil)))
    return Descriptor(pointer: UnsafeRawPointer(pointer))
  }

  /// Registers elements in the plugin that is being loaded; 1 where all could be.
  public static func register(_ elements: [Element.Type], in plugin: OpaquePointer?) -> Int32 {
    GStreamer.isHosted.store(true, ordering: .relaxed)
    return elements.allSatisfy { element in
      gst_element_register(plugin, element.info.name, element.info.rank, ElementType.register(element)) != 0
    } ? 1 : 0
  }

  /// Registers a plugin that is linked into this process. It wins over a shared object of the same name.
  @discardableResult
  public static func registerStatic(_ descriptor: Descriptor) -> Bool {
    guard GStreamer.initialize() else { return false }
    let value = descriptor.value
    return gst_plugin_register_static(
      value.major_version, value.minor_version, value.name, value.description, value.plugin_init, value.version,
      value.license, value.source, value.package, value.origin) != 0
  }
}
