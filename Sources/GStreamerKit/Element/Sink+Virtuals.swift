import CGStreamer

extension Sink {
  @inline(__always)
  fileprivate static func of(_ sink: UnsafeMutablePointer<GstBaseSink>) -> Sink {
    unsafeDowncast(
      ElementType.object(of: UnsafeMutableRawPointer(sink), offset: MemoryLayout<GstBaseSink>.size), to: Sink.self)
  }

  static func install(on klass: UnsafeMutablePointer<GstBaseSinkClass>) {
    // Not the start and stop of GstBaseSink, which calls them between NULL and READY: what was set in READY would come too
    // late, and what was gathered would outlive PAUSED→READY.
    klass.pointee.parent_class.change_state = { element, transition in
      guard let element else { return GST_STATE_CHANGE_FAILURE }
      let sink = Sink.of(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSink.self))
      let parent = ParentClass.sink.classStructure(as: GstElementClass.self)?.pointee.change_state
      if transition == GST_STATE_CHANGE_READY_TO_PAUSED, !sink.begin() { return GST_STATE_CHANGE_FAILURE }
      let result = parent?(element, transition) ?? GST_STATE_CHANGE_FAILURE
      let hasFailed = transition == GST_STATE_CHANGE_READY_TO_PAUSED && result == GST_STATE_CHANGE_FAILURE
      if transition == GST_STATE_CHANGE_PAUSED_TO_READY || hasFailed { sink.end() }
      return result
    }
    klass.pointee.render = { sink, buffer in
      guard let sink, let buffer else { return GST_FLOW_ERROR }
      return Sink.of(sink).renderAndNote(buffer)
    }
    klass.pointee.event = { sink, event in
      guard let sink, let event else { return 0 }
      return Sink.of(sink).handle(event) { event in
        ParentClass.sink.classStructure(as: GstBaseSinkClass.self)?.pointee.event(sink, event) ?? 0 != 0
      } ? 1 : 0
    }
  }
}
