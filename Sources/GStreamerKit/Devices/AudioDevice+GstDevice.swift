import CGStreamer

extension AudioDevice {
  /// Reads a GstDevice; nil where no element opens it.
  init?(reading device: UnsafeMutablePointer<GstDevice>) {
    guard let made = gst_device_create_element(device, nil) else { return nil }
    let element = ElementRef(
      owning: UnsafeMutablePointer(gst_object_ref_sink(made).assumingMemoryBound(to: GstElement.self)))
    let factory = element.factory
    guard !factory.isEmpty else { return nil }
    let choice = ElementDifference.properties(of: element)
    let displayName = Self.text(gst_device_get_display_name(device))
    let properties = gst_device_get_properties(device).map { pointer in
      defer { gst_structure_free(pointer) }
      return Structure(copying: pointer)
    }
    let caps = gst_device_get_caps(device).map { pointer in
      defer { gst_caps_unref(pointer) }
      return Caps(borrowing: pointer)
    }
    let naming = Self.naming.first { property in choice.contains { $0.name == property } }
    self.init(
      name: naming.flatMap { element.get($0, as: String.self) } ?? displayName, displayName: displayName,
      deviceClass: Self.text(gst_device_get_device_class(device)),
      isMonitor: properties?["device.class"] == "monitor", isDefault: properties?["is-default"] ?? false, caps: caps,
      properties: properties, element: factory,
      launchText: ([factory] + choice.map { "\($0.name)=\($0.text)" }).joined(separator: " "))
  }

  /// Properties by which elements find a device: pulsesrc and alsasrc, pipewiresrc.
  private static let naming = ["device", "target-object", "path"]

  private static func text(_ owned: UnsafeMutablePointer<gchar>?) -> String {
    guard let owned else { return "" }
    defer { g_free(owned) }
    return String(cString: owned)
  }
}
