import CGStreamer
import Synchronization

/// What an element says to the outside. Any thread may use it for as long as it likes: once the element has gone,
/// nothing happens. Workers hold this instead of the element.
public final class ElementOutlet: Sendable {
  private struct Instance: @unchecked Sendable {  // only ever used with a reference taken under the lock
    var pointer: UnsafeMutableRawPointer?
  }
  private let instance: Mutex<Instance>
  private let heldEndOfStream = Mutex<Event?>(nil)

  init(_ pointer: UnsafeMutableRawPointer?) { instance = Mutex(Instance(pointer: pointer)) }

  /// The element's name in its pipeline; empty once it has gone.
  public var name: String {
    withObject { object in
      guard let name = gst_object_get_name(object.assumingMemoryBound(to: GstObject.self)) else { return "" }
      defer { g_free(name) }
      return String(cString: name)
    } ?? ""
  }

  /// Whether the element plays now, not in a pause and not on the way to a state, and nothing it is in is in a pause.
  public var isPlaying: Bool {
    withObject { object in
      var current = UnsafeMutableRawPointer(gst_object_ref(object))
      while let element = current {
        defer { gst_object_unref(element) }
        var (state, pending) = (GST_STATE_NULL, GST_STATE_NULL)
        gst_element_get_state(element.assumingMemoryBound(to: GstElement.self), &state, &pending, 0)
        guard state == GST_STATE_PLAYING || element != object && pending == GST_STATE_PLAYING else { return false }
        current = UnsafeMutableRawPointer(gst_object_get_parent(element.assumingMemoryBound(to: GstObject.self)))
      }
      return true
    } ?? false
  }

  /// Posts an element message.
  public func post(_ structure: Structure) {
    withObject { object in
      let message = gst_message_new_element(object.assumingMemoryBound(to: GstObject.self), structure.copied())
      gst_element_post_message(object.assumingMemoryBound(to: GstElement.self), message)
    }
  }

  /// Posts an error message, which makes applications stop the pipeline.
  public func postError(
    _ error: ElementError, file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
  ) {
    post(GST_MESSAGE_ERROR, error, file, function, line)
  }

  /// Posts a warning message.
  public func postWarning(
    _ warning: ElementError, file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
  ) {
    post(GST_MESSAGE_WARNING, warning, file, function, line)
  }

  /// Pushes an event out of the source pad (downstream events) or the sink pad (upstream events). False where it was
  /// refused: while flushing, after EOS, without a peer, or once the element has gone. Blocks like any push.
  @discardableResult
  public func push(_ event: Event) -> Bool {
    withObject { object in
      let pad = event.kind == .customUpstream ? "sink" : "src"
      guard let pad = gst_element_get_static_pad(object.assumingMemoryBound(to: GstElement.self), pad) else {
        return false
      }
      defer { gst_object_unref(pad) }
      return gst_pad_push_event(pad, event.retained()) != 0
    } ?? false
  }

  /// Pushes the EOS that `drain()` held back. False where there is none (any more): FLUSH_START, STREAM_START and
  /// PAUSED→READY take it away.
  @discardableResult
  public func forwardEndOfStream() -> Bool {
    guard let event = takeEndOfStream() else { return false }
    return push(event)
  }

  func holdEndOfStream(_ event: Event) { heldEndOfStream.withLock { $0 = event } }

  @discardableResult
  func takeEndOfStream() -> Event? {
    heldEndOfStream.withLock { held in
      defer { held = nil }
      return held
    }
  }

  /// Emits a notification signal; handlers run on this thread before it returns. Do not hold a lock meanwhile.
  public func emit(_ signal: String, _ arguments: any PropertyValue...) { emit(signal, arguments.map(\.value)) }

  func emit(_ signal: String, _ arguments: [Value]) {
    withObject { emitSignal(signal, on: $0, arguments) }
  }

  /// Runs `body` with a reference to the C instance and without a lock; nil where it has gone.
  @discardableResult
  func withObject<R>(_ body: (UnsafeMutableRawPointer) -> R) -> R? {
    let taken = instance.withLock { instance in
      if let pointer = instance.pointer { gst_object_ref(pointer) }
      return instance
    }
    guard let pointer = taken.pointer else { return nil }
    defer { gst_object_unref(pointer) }
    return body(pointer)
  }

  /// The C instance is being disposed of.
  func close() { instance.withLock { $0.pointer = nil } }

  private func post(
    _ type: GstMessageType, _ error: ElementError, _ file: StaticString, _ function: StaticString, _ line: Int
  ) {
    withObject { object in
      gst_element_message_full(
        object.assumingMemoryBound(to: GstElement.self), type, error.domain.quark, error.code,
        g_strdup(error.message), error.debug.isEmpty ? nil : g_strdup(error.debug), file.cString, function.cString,
        gint(line))
    }
  }
}

/// Emits a signal of any element; false where it has none of this name or an argument does not fit.
@discardableResult
func emitSignal(_ name: String, on object: UnsafeMutableRawPointer, _ arguments: [Value]) -> Bool {
  let id = g_signal_lookup(name, earmark_type_of(object))
  guard id != 0 else { return false }
  var query = GSignalQuery()
  g_signal_query(id, &query)
  guard Int(query.n_params) == arguments.count else { return false }
  var values = [GValue](repeating: GValue(), count: arguments.count + 1)
  return values.withUnsafeMutableBufferPointer { values in
    guard let base = values.baseAddress else { return false }
    g_value_init(base, earmark_type_of(object))
    g_value_set_object(base, object)
    var initialised = 1
    defer { for index in 0..<initialised { g_value_unset(base + index) } }
    for (index, argument) in arguments.enumerated() {
      // The lowest bit of a parameter's type is a flag (G_SIGNAL_TYPE_STATIC_SCOPE).
      g_value_init(base + index + 1, query.param_types[index] & ~1)
      initialised += 1
      guard argument.write(to: base + index + 1) else { return false }
    }
    guard query.return_type & ~1 != EARMARK_TYPE_NONE else {
      g_signal_emitv(base, id, 0, nil)
      return true
    }
    var result = GValue()
    g_value_init(&result, query.return_type & ~1)
    g_signal_emitv(base, id, 0, &result)
    g_value_unset(&result)
    return true
  }
}
