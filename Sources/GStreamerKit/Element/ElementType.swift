import CGStreamer
import Synchronization

/// A GType whose instances have a Swift object: what GObject's callbacks find it by.
final class ElementType: Sendable {
  let element: Element.Type
  let parent: ParentClass

  private static let quark = g_quark_from_string("earmark-element-type")
  private static let lock = Mutex(())

  private init(_ element: Element.Type) {
    self.element = element
    parent = element.parent
  }

  /// The GType of a Swift class, registered at the first call. Its name is `Earmark` followed by the class's.
  static func register(_ element: Element.Type) -> GType {
    lock.withLock { _ in
      let name = "Earmark\(element)"
      let known = g_type_from_name(name)
      if known != 0 { return known }
      let record = ElementType(element)
      var query = GTypeQuery()
      g_type_query(record.parent.type(), &query)
      precondition(Int(query.instance_size) == record.parent.instanceSize, "headers and library differ")
      let data = Unmanaged.passRetained(record).toOpaque()
      var info = GTypeInfo(
        class_size: guint16(query.class_size), base_init: nil, base_finalize: nil, class_init: classInit,
        class_finalize: nil, class_data: data,
        instance_size: guint16(record.parent.instanceSize + MemoryLayout<UnsafeRawPointer>.size), n_preallocs: 0,
        instance_init: instanceInit, value_table: nil)
      let type = g_type_register_static(record.parent.type(), name, &info, GTypeFlags(0))
      g_type_set_qdata(type, quark, data)
      return type
    }
  }

  static func of(_ type: GType) -> ElementType {
    guard let data = g_type_get_qdata(type, quark) else { preconditionFailure("not one of our types") }
    return Unmanaged<ElementType>.fromOpaque(data).takeUnretainedValue()
  }

  /// The Swift object of an instance of any of our types.
  static func object(of instance: UnsafeMutableRawPointer) -> Element {
    object(of: instance, offset: of(earmark_type_of(instance)).parent.instanceSize)
  }

  /// The same where the size of the C parent is known: one load.
  @inline(__always)
  static func object(of instance: UnsafeMutableRawPointer, offset: Int) -> Element {
    Unmanaged<Element>.fromOpaque(instance.load(fromByteOffset: offset, as: UnsafeRawPointer.self))
      .takeUnretainedValue()
  }
}

private let classInit: GClassInitFunc = { klass, data in
  guard let klass, let data else { return }
  let record = Unmanaged<ElementType>.fromOpaque(data).takeUnretainedValue()
  installObjectVirtuals(klass.assumingMemoryBound(to: GObjectClass.self))
  describe(record.element.info, on: klass.assumingMemoryBound(to: GstElementClass.self))
  record.element.installVirtuals(klass)
  // No C instance stands behind this one; it tells names, ranges and defaults.
  let prototype = record.element.init(handle: ElementHandle(pointer: nil))
  for (index, property) in reflectProperties(of: prototype).enumerated() {
    g_object_class_install_property(
      klass.assumingMemoryBound(to: GObjectClass.self), guint(index + 1),
      property.value.specification(name: property.name).make())
  }
  for signal in record.element.signals { signal.install(on: earmark_type_of_class(klass)) }
}

private let instanceInit: GInstanceInitFunc = { instance, klass in
  guard let instance, let klass else { return }
  let record = ElementType.of(earmark_type_of_class(klass))
  let raw = UnsafeMutableRawPointer(instance)
  let object = record.element.init(handle: ElementHandle(pointer: raw))
  object.properties = reflectProperties(of: object).map(\.value)
  raw.storeBytes(
    of: UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()), toByteOffset: record.parent.instanceSize,
    as: UnsafeRawPointer.self)
  for (name, value) in record.element.inheritedDefaults {
    value.withGValue { g_object_set_property(raw.assumingMemoryBound(to: GObject.self), name, $0) }
  }
  record.element.prepare(raw)
  object.setUp()
}

private func installObjectVirtuals(_ klass: UnsafeMutablePointer<GObjectClass>) {
  klass.pointee.dispose = { instance in
    guard let instance else { return }
    let raw = UnsafeMutableRawPointer(instance)
    ElementType.object(of: raw).outlet.close()
    parent(of: raw)?.pointee.dispose(instance)
  }
  klass.pointee.finalize = { instance in
    guard let instance else { return }
    let raw = UnsafeMutableRawPointer(instance)
    let chain = parent(of: raw)
    Unmanaged.passUnretained(ElementType.object(of: raw)).release()
    chain?.pointee.finalize(instance)
  }
  klass.pointee.set_property = { instance, id, value, specification in
    guard let instance, let value, let specification else { return }
    let raw = UnsafeMutableRawPointer(instance)
    setProperty(
      ElementType.object(of: raw), raw.assumingMemoryBound(to: GstElement.self), Int(id) - 1, Value(reading: value),
      String(cString: specification.pointee.name))
  }
  klass.pointee.get_property = { instance, id, value, _ in
    guard let instance, let value else { return }
    let element = ElementType.object(of: UnsafeMutableRawPointer(instance))
    guard element.properties.indices.contains(Int(id) - 1) else { return }
    _ = element.properties[Int(id) - 1].read(element).write(to: value)
  }
}

private func parent(of instance: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GObjectClass>? {
  ElementType.of(earmark_type_of(instance)).parent.classStructure(as: GObjectClass.self)
}

private func setProperty(
  _ element: Element, _ instance: UnsafeMutablePointer<GstElement>, _ index: Int, _ value: Value, _ name: String
) {
  guard element.properties.indices.contains(index) else { return }
  let property = element.properties[index]
  // While the state changes upwards, start() may have run already.
  let state = max(instance.pointee.current_state.rawValue, instance.pointee.next_state.rawValue)
  guard let mutability = property.mutability, mutability.allows(GstState(state)) else {
    earmark_warning("\(element.name): property \"\(name)\" cannot be changed in this state; the change is ignored")
    return
  }
  if property.write(value) { element.propertyChanged(name) }
}

private func describe(_ info: ElementInfo, on klass: UnsafeMutablePointer<GstElementClass>) {
  gst_element_class_set_metadata(klass, info.longName, info.category, info.about, info.author)
  for pad in info.pads {
    guard let caps = gst_caps_from_string(pad.caps) else { continue }
    gst_element_class_add_pad_template(
      klass,
      gst_pad_template_new(pad.name, pad.direction == .sink ? GST_PAD_SINK : GST_PAD_SRC, GST_PAD_ALWAYS, caps))
    gst_caps_unref(caps)
  }
}

/// Stored properties in order of declaration, those of base classes first, then the computed ones.
private func reflectProperties(of element: Element) -> [(name: String, value: any AnyProperty)] {
  var levels: [[(name: String, value: any AnyProperty)]] = []
  var mirror: Mirror? = Mirror(reflecting: element)
  while let level = mirror {
    levels.append(
      level.children.compactMap { label, value in
        guard let label, let property = value as? any AnyProperty else { return nil }
        return (kebabCase(label), property)
      })
    mirror = level.superclassMirror
  }
  return levels.reversed().flatMap { $0 } + type(of: element).computedProperties.map { ($0.name, $0) }
}

private func kebabCase(_ label: String) -> String {
  var name = ""
  for character in label.drop(while: { $0 == "_" }) {
    if character.isUppercase { name += "-" + character.lowercased() } else { name.append(character) }
  }
  return name
}
