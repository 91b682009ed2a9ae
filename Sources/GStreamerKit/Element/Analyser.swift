import CGStreamer

/// Sees every buffer and event of a stream and passes them on untouched. Takes any caps its pad templates name,
/// also none; `AudioAnalyser` adds what reading audio needs.
open class Analyser: StreamElement {
  /// What becomes of an EOS that was drained.
  public enum EndOfStream: Sendable {
    /// It goes on at once.
    case forward
    /// It is kept until `outlet.forwardEndOfStream()`, which any thread may call.
    case hold
  }

  // Sticky events of this stage by name, in order, and whether downstream has a stream to attach them to.
  private var announcements: [(name: String, event: Event)] = []
  private var streamHasStarted = false

  /// A buffer, before it goes on.
  open func analyse(_ buffer: borrowing Buffer) throws {}
  /// EOS: decide what is still open, push it; then the EOS goes on.
  open func drain() throws -> EndOfStream { .forward }
  /// A serialized custom event has been forwarded: what is pushed now follows it.
  open func passed(_ event: Event) throws {}
  /// A custom event from downstream, on the thread of whoever sent it; it goes on upstream afterwards.
  open func receivedUpstream(_ event: Event) {}

  /// Pushes a serialized custom event downstream, before the buffer or event that is being handled; upstream events
  /// go upstream. False where it was refused, as during a flush and after EOS.
  @discardableResult
  public final func push(_ event: Event) -> Bool { outlet.push(event) }

  /// Says something about this stage to all that is downstream, by a sticky event, at once and after every later
  /// start of a stream. A structure of the same name replaces the one before. To be called from `start()` or a hook on
  /// the streaming thread.
  public final func announce(_ structure: Structure) {
    let event = Event.customSticky(structure)
    let name = structure.name
    if let index = announcements.firstIndex(where: { $0.name == name }) {
      announcements[index].event = event
    } else {
      announcements.append((name, event))
    }
    if streamHasStarted { outlet.push(event) }
  }

  /// Where the buffer ends, for the base class's own bookkeeping.
  func noteBuffer(_ buffer: borrowing Buffer) {
    noteRunningTime(start: buffer.pts, duration: buffer.duration)
  }

  final override class var parent: ParentClass { .transform }

  final override class func prepare(_ instance: UnsafeMutableRawPointer) {
    gst_base_transform_set_passthrough(instance.assumingMemoryBound(to: GstBaseTransform.self), 1)
  }

  final override class func installVirtuals(_ klass: UnsafeMutableRawPointer) {
    install(on: klass.assumingMemoryBound(to: GstBaseTransformClass.self))
  }

  override func endOfStreamReceived(_ event: UnsafeMutablePointer<GstEvent>) throws -> Bool {
    // Held before draining, so that a worker that is quick finds it.
    outlet.holdEndOfStream(Event(borrowing: event))
    var verdict = EndOfStream.forward
    defer { if verdict == .forward { outlet.takeEndOfStream() } }
    verdict = try drain()
    return verdict == .forward
  }

  override func streamStartForwarded() {
    streamHasStarted = true
    for announcement in announcements { outlet.push(announcement.event) }
  }

  override func customEventForwarded(_ event: Event) throws { try passed(event) }
  override func cancelHeldEvents() { outlet.takeEndOfStream() }

  override func end() {
    super.end()
    announcements = []
    streamHasStarted = false
  }

  final func analyseAndNote(_ pointer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
    let buffer = Buffer(borrowing: pointer)
    do {
      try analyse(buffer)
      noteBuffer(buffer)
      return GST_FLOW_OK
    } catch {
      postError(ElementError(error))
      return GST_FLOW_ERROR
    }
  }
}
