import CGStreamer

/// For building bins: pads, children, states.
extension ElementRef {
  /// Makes the elements of a description, in a bin of their own. They are in state NULL.
  /// - Throws: `PipelineError`, as `Pipeline` does.
  public static func bin(_ description: String) throws(PipelineError) -> ElementRef {
    guard GStreamer.initialize() else { throw PipelineError(.noGStreamer, "GStreamer could not be initialised.") }
    return ElementRef(
      owning: try LaunchText.parse(
        description, flags: [GST_PARSE_FLAG_PLACE_IN_BIN, GST_PARSE_FLAG_NO_SINGLE_ELEMENT_BINS]))
  }

  /// Makes an element; nil where there is no such factory.
  public static func make(_ factory: String, named name: String? = nil) -> ElementRef? {
    guard GStreamer.initialize(), let made = gst_element_factory_make(factory, name) else { return nil }
    gst_object_ref_sink(made)
    return ElementRef(owning: made)
  }

  /// The pad of this name; nil where there is none now.
  public func pad(_ name: String) -> PadRef? {
    gst_element_get_static_pad(pointer, name).map { PadRef(owning: $0) }
  }

  /// Makes a pad of a request template such as `src_%u`; nil where the element has none.
  public func requestPad(_ template: String) -> PadRef? {
    gst_element_request_pad_simple(pointer, template).map { PadRef(owning: $0) }
  }

  /// Gives a requested pad back: it is unlinked and gone.
  public func release(_ pad: PadRef) { gst_element_release_request_pad(pointer, pad.pointer) }

  /// The element of this name in this bin, also in bins inside it; nil where there is none, or this is no bin.
  public func child(named name: String) -> ElementRef? {
    asBin.flatMap { gst_bin_get_by_name($0, name) }.map { ElementRef(owning: $0) }
  }

  /// All elements in this bin and in bins inside it, the most downstream first; empty where this is no bin.
  public var children: [ElementRef] { asBin.map { elements(in: $0) } ?? [] }

  /// Makes a pad of this bin that stands for a pad of a child. False where this is no bin or the name is taken.
  @discardableResult
  public func expose(_ pad: PadRef, as name: String) -> Bool {
    guard asBin != nil, let ghost = gst_ghost_pad_new(name, pad.pointer) else { return false }
    // The new pad floats; the element takes it over.
    return gst_element_add_pad(pointer, ghost) != 0
  }

  /// Changes the state and says whether that has not failed; one that takes its time goes on. Waits for streaming threads
  /// to end where it stops them.
  @discardableResult
  public func setState(_ state: Message.State) -> Bool {
    gst_element_set_state(pointer, GstState(state)) != GST_STATE_CHANGE_FAILURE
  }

  /// Stops it on a thread of GStreamer's, and calls `completion` there: the element's own threads may call this.
  public func stop(then completion: @escaping @Sendable () -> Void = {}) {
    gst_element_call_async(
      pointer,
      { element, data in
        gst_element_set_state(element, GST_STATE_NULL)
        if let data { Unmanaged<Completion>.fromOpaque(data).takeUnretainedValue().body() }
      }, Unmanaged.passRetained(Completion(completion)).toOpaque(),
      { data in
        if let data { Unmanaged<Completion>.fromOpaque(data).release() }
      })
  }

  /// Whether it keeps its state whatever becomes of the bin it is in.
  public func lockState(_ isLocked: Bool) { gst_element_set_locked_state(pointer, isLocked ? 1 : 0) }

  /// Takes it out of the bin it is in: its messages go nowhere then. It keeps its state.
  public func removeFromParent() {
    guard let parent = gst_object_get_parent(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstObject.self))
    else { return }
    if earmark_is_a(parent, gst_bin_get_type()) != 0 {
      gst_bin_remove(UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstBin.self), pointer)
    }
    gst_object_unref(parent)
  }

  /// Whether the element has a property of this name.
  public func has(_ property: String) -> Bool {
    UnsafeRawPointer(pointer).load(as: UnsafeMutablePointer<GObjectClass>?.self).flatMap {
      g_object_class_find_property($0, property)
    } != nil
  }

  private var asBin: UnsafeMutablePointer<GstBin>? {
    earmark_is_a(pointer, gst_bin_get_type()) != 0
      ? UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self) : nil
  }
}

private final class Completion: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// All elements in a bin, those inside bins too, the most downstream first.
func elements(in bin: UnsafeMutablePointer<GstBin>) -> [ElementRef] {
  guard let iterator = gst_bin_iterate_recurse(bin) else { return [] }
  defer { gst_iterator_free(iterator) }
  var found: [ElementRef] = []
  var value = GValue()
  loop: while true {
    switch gst_iterator_next(iterator, &value) {
    case GST_ITERATOR_OK:
      if let object = g_value_dup_object(&value) {
        found.append(ElementRef(owning: object.assumingMemoryBound(to: GstElement.self)))
      }
      g_value_reset(&value)
    case GST_ITERATOR_RESYNC:
      found = []
      gst_iterator_resync(iterator)
    default: break loop
    }
  }
  g_value_unset(&value)
  return found
}

extension GstState {
  fileprivate init(_ state: Message.State) {
    switch state {
    case .null: self = GST_STATE_NULL
    case .ready: self = GST_STATE_READY
    case .paused: self = GST_STATE_PAUSED
    case .playing: self = GST_STATE_PLAYING
    }
  }
}
