import CGStreamer

/// How an element differs from one that was just made by the same factory.
enum ElementDifference {
  /// The writable properties with another value, without the name, each as pipeline descriptions have it.
  static func properties(of element: ElementRef) -> [(name: String, text: String)] {
    guard let factory = gst_element_get_factory(element.pointer), let made = gst_element_factory_create(factory, nil),
      let objectClass = UnsafeRawPointer(element.pointer).load(as: UnsafeMutablePointer<GObjectClass>?.self)
    else { return [] }
    let plain = gst_object_ref_sink(made)
    defer { gst_object_unref(plain) }
    var count: guint = 0
    guard let plain, let specifications = g_object_class_list_properties(objectClass, &count) else { return [] }
    defer { g_free(specifications) }
    return (0..<Int(count)).compactMap { index in
      guard let specification = specifications[index] else { return nil }
      let name = String(cString: specification.pointee.name)
      guard specification.pointee.flags.rawValue & EARMARK_PARAM_READWRITE == EARMARK_PARAM_READWRITE,
        name != "name", name != "parent"
      else { return nil }
      let text = value(of: specification, in: UnsafeMutableRawPointer(element.pointer), unlike: plain)
      return text.map { (name, $0) }
    }
  }

  private static func value(
    of specification: UnsafeMutablePointer<GParamSpec>, in element: UnsafeMutableRawPointer,
    unlike plain: UnsafeMutableRawPointer
  ) -> String? {
    var value = GValue()
    var usual = GValue()
    g_value_init(&value, specification.pointee.value_type)
    g_value_init(&usual, specification.pointee.value_type)
    defer {
      g_value_unset(&value)
      g_value_unset(&usual)
    }
    g_object_get_property(element.assumingMemoryBound(to: GObject.self), specification.pointee.name, &value)
    g_object_get_property(plain.assumingMemoryBound(to: GObject.self), specification.pointee.name, &usual)
    guard g_param_values_cmp(specification, &value, &usual) != 0 else { return nil }
    if value.g_type == EARMARK_TYPE_STRING { return g_value_get_string(&value).map { quoted(String(cString: $0)) } }
    guard let text = gst_value_serialize(&value) else { return nil }
    defer { g_free(text) }
    return quoted(String(cString: text))
  }

  /// In quotation marks where a description's syntax needs them.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "._-:,/@".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty { return text }
    return "\"" + String(text.flatMap { "\"\\".contains($0) ? ["\\", $0] : [$0] }) + "\""
  }
}
