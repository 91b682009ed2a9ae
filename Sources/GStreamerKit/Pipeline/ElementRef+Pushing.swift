import CGStreamer

/// For an `appsrc` with `format=time`: audio of the program itself.
extension ElementRef {
  /// Pushes audio; does not wait. False where it takes none: it has not been started, has been stopped or ended.
  /// - Parameters:
  ///   - bytes: whole frames of `format`.
  ///   - time: of the first frame, ns.
  ///   - duration: ns.
  ///   - isDiscontinuity: whether it does not follow on what was pushed before.
  public func push(
    _ bytes: [UInt8], _ format: AudioFormat, at time: UInt64, duration: UInt64, isDiscontinuity: Bool = false
  ) -> Bool {
    guard factory == "appsrc", let caps = format.caps, let buffer = gst_buffer_new_memdup(bytes, gsize(bytes.count))
    else { return false }
    buffer.pointee.pts = GstClockTime(time)
    buffer.pointee.duration = GstClockTime(duration)
    if isDiscontinuity { buffer.pointee.mini_object.flags |= guint(GST_BUFFER_FLAG_DISCONT.rawValue) }
    let sample = caps.withPointer { gst_sample_new(buffer, $0, nil, nil) }
    earmark_buffer_unref(buffer)
    guard let sample else { return false }
    return push(sample)
  }

  private func push(_ sample: OpaquePointer) -> Bool {
    var value = GValue()
    g_value_init(&value, gst_sample_get_type())
    g_value_take_boxed(&value, UnsafeRawPointer(sample))
    defer { g_value_unset(&value) }
    return flow("push-sample", value)
  }

  /// Ends what is pushed: the end of the stream follows on what waits. False where it takes none.
  public func finishPushing() -> Bool { flow("end-of-stream") }

  /// Emits an action signal of an appsrc; whether its answer is GST_FLOW_OK.
  private func flow(_ signal: String, _ argument: GValue? = nil) -> Bool {
    let id = g_signal_lookup(signal, earmark_type_of(pointer))
    guard id != 0 else { return false }
    var result = GValue()
    g_value_init(&result, gst_flow_return_get_type())
    defer { g_value_unset(&result) }
    var values = [GValue()] + (argument.map { [$0] } ?? [])
    values.withUnsafeMutableBufferPointer { values in
      guard let base = values.baseAddress else { return }
      g_value_init(base, earmark_type_of(pointer))
      g_value_set_object(base, pointer)
      g_signal_emitv(base, id, 0, &result)
      g_value_unset(base)
    }
    return g_value_get_enum(&result) == GST_FLOW_OK.rawValue
  }
}
