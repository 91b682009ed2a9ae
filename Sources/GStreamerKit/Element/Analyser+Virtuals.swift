import CGStreamer

extension Analyser {
  @inline(__always)
  fileprivate static func of(_ transform: UnsafeMutablePointer<GstBaseTransform>) -> Analyser {
    unsafeDowncast(
      ElementType.object(of: UnsafeMutableRawPointer(transform), offset: MemoryLayout<GstBaseTransform>.size),
      to: Analyser.self)
  }

  fileprivate static var parentStructure: UnsafeMutablePointer<GstBaseTransformClass>? {
    ParentClass.transform.classStructure(as: GstBaseTransformClass.self)
  }

  // set_caps stays unset: with it, the base class would refuse buffers without caps.
  static func install(on klass: UnsafeMutablePointer<GstBaseTransformClass>) {
    klass.pointee.passthrough_on_same_caps = 1
    klass.pointee.transform_ip_on_passthrough = 1
    klass.pointee.start = { transform in
      guard let transform else { return 0 }
      return Analyser.of(transform).begin() ? 1 : 0
    }
    klass.pointee.stop = { transform in
      if let transform { Analyser.of(transform).end() }
      return 1
    }
    klass.pointee.transform_ip = { transform, buffer in
      guard let transform, let buffer else { return GST_FLOW_ERROR }
      return Analyser.of(transform).analyseAndNote(buffer)
    }
    klass.pointee.sink_event = { transform, event in
      guard let transform, let event else { return 0 }
      return Analyser.of(transform).handle(event) { event in
        Analyser.parentStructure?.pointee.sink_event(transform, event) ?? 0 != 0
      } ? 1 : 0
    }
    klass.pointee.src_event = { transform, event in
      guard let transform, let event else { return 0 }
      if event.pointee.type == GST_EVENT_CUSTOM_UPSTREAM {
        Analyser.of(transform).receivedUpstream(Event(borrowing: event))
      }
      return Analyser.parentStructure?.pointee.src_event(transform, event) ?? 0
    }
  }
}
