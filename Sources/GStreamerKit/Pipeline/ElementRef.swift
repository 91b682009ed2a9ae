import CGStreamer

/// An element of a pipeline, written in whatever language, as applications see it. Keeps it alive. Any thread may use
/// it.
public final class ElementRef: @unchecked Sendable {  // holds a reference; GObject's functions take any thread
  let pointer: UnsafeMutablePointer<GstElement>

  init(owning pointer: UnsafeMutablePointer<GstElement>) { self.pointer = pointer }
  deinit { gst_object_unref(pointer) }

  private var object: UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
  }

  /// The name in its pipeline.
  public var name: String {
    guard let name = gst_object_get_name(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstObject.self))
    else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }

  /// The name of the factory that made it, such as `earfingerprint`; empty for a made-up one.
  public var factory: String {
    guard let factory = gst_element_get_factory(pointer),
      let name = gst_object_get_name(
        UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self))
    else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }

  /// The factory's classification, such as `Source/Audio`; empty for a made-up element.
  public var category: String {
    guard let factory = gst_element_get_factory(pointer),
      let text = gst_element_factory_get_metadata(factory, "klass")
    else { return "" }
    return String(cString: text)
  }

  /// The value of a property; nil where there is none that can be read.
  public func get(_ property: String) -> Value? {
    guard let specification = find(property), specification.pointee.flags.rawValue & EARMARK_PARAM_READABLE != 0 else {
      return nil
    }
    var value = GValue()
    g_value_init(&value, specification.pointee.value_type)
    defer { g_value_unset(&value) }
    g_object_get_property(object, property, &value)
    return Value(reading: &value)
  }

  /// The value of a property as a Swift type; nil where there is none or it does not fit.
  public func get<T: ValueConvertible>(_ property: String, as type: T.Type = T.self) -> T? {
    get(property).flatMap { T($0) }
  }

  /// Sets a property. False where there is none of this name or the value does not fit its type or range. An element
  /// may still ignore it (with a warning on stderr) in a state in which the property may not change.
  @discardableResult
  public func set(_ property: String, _ value: some ValueConvertible) -> Bool {
    guard let specification = find(property), isWritable(specification) else { return false }
    var gvalue = GValue()
    g_value_init(&gvalue, specification.pointee.value_type)
    defer { g_value_unset(&gvalue) }
    guard value.value.write(to: &gvalue), g_param_value_validate(specification, &gvalue) == 0 else { return false }
    g_object_set_property(object, property, &gvalue)
    return true
  }

  /// Sets a property from text as in a pipeline description; false where there is none or the text does not fit.
  @discardableResult
  public func set(_ property: String, text: String) -> Bool {
    guard let specification = find(property), isWritable(specification) else { return false }
    var gvalue = GValue()
    g_value_init(&gvalue, specification.pointee.value_type)
    defer { g_value_unset(&gvalue) }
    guard gst_value_deserialize_with_pspec(&gvalue, text, specification) != 0,
      g_param_value_validate(specification, &gvalue) == 0
    else { return false }
    g_object_set_property(object, property, &gvalue)
    return true
  }

  /// Calls `handler` with the arguments at each emission, on the emitting thread, often a streaming one.
  /// nil where there is no such signal.
  @discardableResult
  public func onSignal(_ signal: String, _ handler: @escaping @Sendable ([Value]) -> Void) -> Subscription? {
    guard g_signal_lookup(signal, earmark_type_of(pointer)) != 0 else { return nil }
    let closure = makeClosure { values in handler(values.dropFirst().map { Value(reading: $0) }) }
    let id = g_signal_connect_closure(pointer, signal, closure, 0)
    guard id != 0 else { return nil }
    return Subscription { [weak self] in
      guard let self, g_signal_handler_is_connected(pointer, id) != 0 else { return }
      g_signal_handler_disconnect(pointer, id)
    }
  }

  /// Emits an action signal. False where there is none of this name or the arguments do not fit.
  @discardableResult
  public func emit(_ signal: String, _ arguments: any ValueConvertible...) -> Bool {
    emitSignal(signal, on: UnsafeMutableRawPointer(pointer), arguments.map(\.value))
  }

  /// Sends an event into the element: downstream ones come out of it, upstream ones go up from it.
  @discardableResult
  public func send(_ event: Event) -> Bool { gst_element_send_event(pointer, event.retained()) != 0 }

  private func find(_ property: String) -> UnsafeMutablePointer<GParamSpec>? {
    UnsafeRawPointer(pointer).load(as: UnsafeMutablePointer<GObjectClass>?.self).flatMap {
      g_object_class_find_property($0, property)
    }
  }

  private func isWritable(_ specification: UnsafeMutablePointer<GParamSpec>) -> Bool {
    specification.pointee.flags.rawValue & (EARMARK_PARAM_READWRITE & ~EARMARK_PARAM_READABLE) != 0
  }
}
