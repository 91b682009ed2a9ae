import CGStreamer
import Synchronization

/// A running graph of elements made from a description in gst-launch's syntax. Any thread may use it.
public final class Pipeline: @unchecked Sendable {  // GstElement locks itself; what changes here is in `phase`
  private let pointer: UnsafeMutablePointer<GstElement>
  private let phase = Phase()

  private let live = Atomic(false)

  /// The messages of all its elements.
  public let bus = Bus()

  /// Makes the elements and links them. They are in state NULL.
  public init(_ description: String) throws(PipelineError) {
    guard GStreamer.initialize() else {
      throw PipelineError(.noGStreamer, "GStreamer could not be initialised.")
    }
    pointer = try Pipeline.parse(description)
    bus.attach(to: pointer)
    // The elements keep it.
    _ = DelayedLinks(in: elements)
  }

  deinit {
    bus.close()
    if pointer.pointee.current_state == GST_STATE_NULL, pointer.pointee.pending_state == GST_STATE_VOID_PENDING {
      Bus.detach(from: pointer)
      gst_object_unref(pointer)
    } else {
      // This may be one of the pipeline's own threads, which cannot wait for itself. The call keeps its own reference.
      gst_element_call_async(
        pointer,
        { element, _ in
          gst_element_set_state(element, GST_STATE_NULL)
          if let element { Bus.detach(from: element) }
        }, nil, nil)
      gst_object_unref(pointer)
    }
  }

  /// Whether it has a live source, which gives no data in a pause and is not to be paused to buffer. Known once it has been
  /// paused: GStreamer does not tell who plays it at once.
  public var isLive: Bool { live.load(ordering: .relaxed) }

  /// Its elements and links as they are now, with properties, formats and states, in Graphviz' language.
  public var dot: String {
    let bin = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self)
    guard let text = gst_debug_bin_to_dot_data(bin, GST_DEBUG_GRAPH_SHOW_ALL) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Whether any of its threads moves data or waits for it; false for long while it plays: it has come to a stop.
  public var hasRunningTasks: Bool { StreamingTasks.areRunning(inBin: pointer) }

  /// The element of this name, also inside bins; nil where there is none.
  public func element(named name: String) -> ElementRef? {
    let bin = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self)
    return gst_bin_get_by_name(bin, name).map { ElementRef(owning: $0) }
  }

  /// All elements, those inside bins too, the most downstream first.
  public var elements: [ElementRef] {
    GStreamerKit.elements(in: UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self))
  }

  /// Starts or goes on playing; a pipeline that cannot is stopped. After a stop, `bus.messages()` of the new run are to be
  /// had from now on. Not to be called on one of the pipeline's own threads while it is being stopped.
  public func play() throws(PipelineError) { try change(to: GST_STATE_PLAYING) }

  /// Prerolls, or holds playback; does not wait for it.
  public func pause() throws(PipelineError) { try change(to: GST_STATE_PAUSED) }

  /// Pauses, and waits until the first data has come to every sink: formats and the duration are known, and seeking
  /// works. Returns at once where there is nothing to wait for, as with a live source.
  public func preroll() async throws {
    await phase.settled()
    bus.open()
    let messages = bus.messages()
    guard try change(to: GST_STATE_PAUSED) == GST_STATE_CHANGE_ASYNC else { return }
    for await message in messages {
      switch message {
      case .asyncDone: return
      case .error(_, let error): throw error
      default: break
      }
    }
    throw CancellationError()
  }

  /// Stops: forgets all data, without waiting. Any thread may call it, also in a signal handler or a bus observer.
  public func stop() {
    guard phase.beginStop() else { return phase.ifIdle { bus.close() } }
    let ending = Ending(bus: bus, phase: phase)
    gst_element_call_async(
      pointer,
      { element, data in
        gst_element_set_state(element, GST_STATE_NULL)
        if let data { Unmanaged<Ending>.fromOpaque(data).takeUnretainedValue().finish() }
      }, Unmanaged.passRetained(ending).toOpaque(),
      { data in
        if let data { Unmanaged<Ending>.fromOpaque(data).release() }
      })
  }

  /// Stops, and waits until all threads of the pipeline have ended. Not for the pipeline's own threads.
  public func stopAndWait() {
    stop()
    phase.waitUntilStopped()
  }

  /// Waits until it has been stopped, by whomever. Not for the pipeline's own threads.
  public func waitUntilStopped() { phase.waitUntilStopped() }

  /// Plays until the end or an error, hands on each message, and stops. Cancelling the task stops it as well.
  public func run(_ each: (Message) -> Void = { _ in }) async throws {
    await phase.settled()
    bus.open()
    let messages = bus.messages()
    try play()
    try await withTaskCancellationHandler {
      for await message in messages {
        each(message)
        switch message {
        case .endOfStream:
          await stopped()
          return
        case .error(_, let error):
          await stopped()
          throw error
        default: break
        }
      }
      await stopped()
      try Task.checkCancellation()
    } onCancel: {
      stop()
    }
  }

  /// Stops, and waits without blocking a thread.
  public func stopped() async {
    stop()
    await phase.settled()
  }

  /// Stops, and calls `body` once it has stopped: at once, or on the thread that stops it. Be quick there.
  public func stop(whenStopped body: @escaping @Sendable () -> Void) {
    stop()
    phase.whenSettled(body)
  }

  /// Sends EOS through the pipeline, so that every element finishes; `Message.endOfStream` follows.
  @discardableResult
  public func sendEndOfStream() -> Bool { gst_element_send_event(pointer, gst_event_new_eos()) != 0 }

  /// Sends an event from the sinks up, or from the sources down.
  @discardableResult
  public func send(_ event: Event) -> Bool { gst_element_send_event(pointer, event.retained()) != 0 }

  /// Goes to a place (ns), throwing away what is under way. False where the pipeline cannot.
  @discardableResult
  public func seek(to time: UInt64, accurate: Bool = true) -> Bool {
    bus.forgetEndOfStream()
    let flags = GST_SEEK_FLAG_FLUSH.rawValue | (accurate ? GST_SEEK_FLAG_ACCURATE.rawValue : 0)
    return gst_element_seek_simple(pointer, GST_FORMAT_TIME, GstSeekFlags(flags), gint64(clamping: time)) != 0
  }

  /// The place that is being played, in ns; nil where that is unknown.
  public var position: UInt64? {
    var time: gint64 = -1
    return gst_element_query_position(pointer, GST_FORMAT_TIME, &time) != 0 ? UInt64(exactly: time) : nil
  }

  /// The length of the medium in ns; nil where that is unknown, as for a live source.
  public var duration: UInt64? {
    var time: gint64 = -1
    return gst_element_query_duration(pointer, GST_FORMAT_TIME, &time) != 0 ? UInt64(exactly: time) : nil
  }

  @discardableResult
  private func change(to state: GstState) throws(PipelineError) -> GstStateChangeReturn {
    phase.beginPlay()
    bus.open()
    if state == GST_STATE_PLAYING, isForgotten { gst_element_abort_state(pointer) }
    let result = gst_element_set_state(pointer, state)
    if result == GST_STATE_CHANGE_NO_PREROLL { live.store(true, ordering: .relaxed) }
    if result == GST_STATE_CHANGE_FAILURE {
      let error = bus.firstError
      stop()
      throw PipelineError(.cannotStart, error?.message ?? "The pipeline could not start.", cause: error)
    }
    return result
  }

  /// Whether it waits for nothing. When it is sent back to PAUSED at the moment it has come there on its way to PLAYING,
  /// GStreamer (1.22) neither goes on nor ends the change, and would not begin another one either.
  private var isForgotten: Bool {
    var (current, pending) = (GST_STATE_NULL, GST_STATE_NULL)
    let result = gst_element_get_state(pointer, &current, &pending, 0)
    guard result == GST_STATE_CHANGE_ASYNC, current == GST_STATE_PAUSED, pending == GST_STATE_PAUSED else {
      return false
    }
    return !elements.contains { gst_element_get_state($0.pointer, nil, nil, 0) == GST_STATE_CHANGE_ASYNC }
  }

  private static func parse(_ description: String) throws(PipelineError) -> UnsafeMutablePointer<GstElement> {
    let parsed = try LaunchText.parse(description, flags: [])
    if earmark_is_a(parsed, gst_pipeline_get_type()) != 0 { return parsed }
    // One element alone, or a bin.
    let whole = gst_pipeline_new(nil)
    guard let whole else { throw PipelineError(.noGStreamer, "GStreamer could not make a pipeline.") }
    gst_object_ref_sink(whole)
    gst_bin_add(UnsafeMutableRawPointer(whole).assumingMemoryBound(to: GstBin.self), parsed)
    gst_object_unref(parsed)
    return whole
  }

  private final class Ending: Sendable {
    let bus: Bus
    let phase: Phase
    init(bus: Bus, phase: Phase) {
      self.bus = bus
      self.phase = phase
    }
    func finish() {
      bus.close()
      phase.endStop()
    }
  }
}
