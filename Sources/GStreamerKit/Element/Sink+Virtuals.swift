import CGStreamer

extension Sink {
  @inline(__always)
  fileprivate static func of(_ sink: UnsafeMutablePointer<GstBaseSink>) -> Sink {
    unsafeDowncast(
      ElementType.object(of: UnsafeMutableRawPointer(sink), offset: MemoryLayout<GstBaseSink>.size), to: Sink.self)
  }

  static func install(on klass: UnsafeMutablePointer<GstBaseSinkClass>) {
    klass.pointee.start = { sink in
      guard let sink else { return 0 }
      return Sink.of(sink).begin() ? 1 : 0
    }
    klass.pointee.stop = { sink in
      if let sink { Sink.of(sink).end() }
      return 1
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
