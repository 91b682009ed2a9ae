import CGStreamer

/// Ends a pipeline. Unlike GStreamer's own base sink it does not wait for the clock (`sync` is false from the start) and
/// keeps no buffer (`enable-last-sample` is false). It does preroll: a sink with `async` false behind a decodebin now and
/// then loses the race in which the pipeline reaches PLAYING, and its EOS is never posted (seen with GStreamer 1.22 and
/// its own fakesink too).
open class Sink: StreamElement {
  open override class var inheritedDefaults: [String: Value] {
    ["sync": .boolean(false), "enable-last-sample": .boolean(false)]
  }

  /// A buffer.
  open func render(_ buffer: borrowing Buffer) throws {}
  /// EOS, before the EOS message is posted.
  open func endOfStream() throws {}

  /// Pushes a custom event upstream, from any thread. False where it was refused.
  @discardableResult
  public final func pushUpstream(_ structure: Structure) -> Bool { outlet.push(.customUpstream(structure)) }

  final override class var parent: ParentClass { .sink }

  final override class func installVirtuals(_ klass: UnsafeMutableRawPointer) {
    install(on: klass.assumingMemoryBound(to: GstBaseSinkClass.self))
  }

  override func endOfStreamReceived(_ event: UnsafeMutablePointer<GstEvent>) throws -> Bool {
    try endOfStream()
    return true
  }

  final func renderAndNote(_ pointer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
    let buffer = Buffer(borrowing: pointer)
    do {
      try render(buffer)
      noteRunningTime(start: buffer.pts, duration: buffer.duration)
      return GST_FLOW_OK
    } catch {
      postError(ElementError(error))
      return GST_FLOW_ERROR
    }
  }
}
