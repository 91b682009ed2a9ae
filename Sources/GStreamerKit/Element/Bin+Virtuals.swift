import CGStreamer

extension Bin {
  private static func of(_ bin: UnsafeMutableRawPointer) -> Bin {
    unsafeDowncast(ElementType.object(of: bin, offset: MemoryLayout<GstBin>.size), to: Bin.self)
  }

  static func install(on klass: UnsafeMutablePointer<GstBinClass>) {
    klass.pointee.parent_class.change_state = { element, transition in
      guard let element else { return GST_STATE_CHANGE_FAILURE }
      let bin = Bin.of(UnsafeMutableRawPointer(element))
      let parent = ParentClass.bin.classStructure(as: GstElementClass.self)?.pointee.change_state
      if transition == GST_STATE_CHANGE_READY_TO_PAUSED, !bin.attempt({ try bin.start() }) {
        return GST_STATE_CHANGE_FAILURE
      }
      let result = parent?(element, transition) ?? GST_STATE_CHANGE_FAILURE
      let hasFailed = transition == GST_STATE_CHANGE_READY_TO_PAUSED && result == GST_STATE_CHANGE_FAILURE
      if transition == GST_STATE_CHANGE_PAUSED_TO_READY || hasFailed { bin.stop() }
      return result
    }
    klass.pointee.handle_message = { bin, message in
      guard let bin, let message else { return }
      let chain = ParentClass.bin.classStructure(as: GstBinClass.self)?.pointee.handle_message
      switch Bin.of(UnsafeMutableRawPointer(bin)).passage(of: Message(message)) {
      case .pass: chain?(bin, message)
      case .drop: gst_message_unref(message)
      case .warning(let warning):
        let error = g_error_new_literal(warning.domain.quark, warning.code, warning.message)
        chain?(bin, gst_message_new_warning(message.pointee.src, error, warning.debug.isEmpty ? nil : warning.debug))
        g_error_free(error)
        gst_message_unref(message)
      }
    }
  }
}
