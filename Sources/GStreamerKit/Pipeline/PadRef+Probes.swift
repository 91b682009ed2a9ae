import CGStreamer
import Synchronization

/// What becomes of a buffer or event that a probe has seen.
public enum ProbeVerdict: Sendable, Equatable {
  case pass
  /// It goes no further; whoever pushed it takes it for delivered.
  case drop
}

/// What becomes of a query that a probe has seen.
public enum QueryVerdict: Sendable, Equatable {
  case pass
  /// It fails.
  case refuse
  /// The probe has answered it.
  case answered
}

/// Probes look at what passes a pad, on the thread that pushes it, until they are cancelled or the pad has gone. They
/// keep what their closures keep; a closure that keeps the pad or its element keeps it for ever.
extension PadRef {
  /// The way that an event takes.
  public enum Direction: Sendable { case downstream, upstream }

  /// Calls `body` with each buffer, also with those of buffer lists.
  @discardableResult
  public func onBuffers(_ body: @escaping @Sendable (borrowing Buffer) -> ProbeVerdict) -> Subscription {
    addProbe([GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_BUFFER_LIST]) { _, info in
      if let buffer = buffer(of: info) {
        return body(Buffer(borrowing: buffer)) == .pass ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
      }
      return filterList(info, body)
    }
  }

  /// Calls `body` with each event of one direction, flushes included, and with this pad, which it need not keep then.
  @discardableResult
  public func onEvents(
    _ direction: Direction = .downstream, _ body: @escaping @Sendable (Event, PadRef) -> ProbeVerdict
  ) -> Subscription {
    let type = direction == .downstream ? GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM : GST_PAD_PROBE_TYPE_EVENT_UPSTREAM
    return addProbe([type, GST_PAD_PROBE_TYPE_EVENT_FLUSH]) { pad, info in
      // Flushes go downstream; the type above alone does not bring them.
      guard info.pointee.type.rawValue & type.rawValue != 0, let event = gst_pad_probe_info_get_event(info) else {
        return GST_PAD_PROBE_OK
      }
      let here = PadRef(borrowing: pad)
      return body(Event(borrowing: event), here) == .pass ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
  }

  /// Calls `body` with each query that comes from upstream, before anybody has answered it.
  @discardableResult
  public func onQueries(_ body: @escaping @Sendable (borrowing Query) -> QueryVerdict) -> Subscription {
    addProbe([GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, GST_PAD_PROBE_TYPE_PUSH]) { _, info in
      guard let query = gst_pad_probe_info_get_query(info) else { return GST_PAD_PROBE_OK }
      switch body(Query(borrowing: query)) {
      case .pass: return GST_PAD_PROBE_OK
      case .refuse: return GST_PAD_PROBE_DROP
      case .answered: return GST_PAD_PROBE_HANDLED
      }
    }
  }

  /// Keeps what happens behind this source pad from whoever pushes into it: every buffer that `admit` lets pass is handed
  /// to the peer, `delivered` hears what became of it, and the pusher is told that nothing is linked here, which a tee
  /// leaves out of account.
  @discardableResult
  public func isolate(
    admit: @escaping @Sendable (borrowing Buffer) -> Bool, delivered: @escaping @Sendable (Flow) -> Void
  ) -> Subscription {
    addProbe([GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_BUFFER_LIST]) { pad, info in
      guard let peer = gst_pad_get_peer(pad), let data = info.pointee.data else { return GST_PAD_PROBE_OK }
      defer { gst_object_unref(peer) }
      func deliver(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        guard admit(Buffer(borrowing: buffer)) else { return }
        delivered(Flow(gst_pad_chain(peer, gst_buffer_ref(buffer))))
      }
      if let buffer = buffer(of: info) {
        deliver(buffer)
      } else if let list = gst_pad_probe_info_get_buffer_list(info) {
        for index in 0..<gst_buffer_list_length(list) { gst_buffer_list_get(list, index).map(deliver) }
      }
      // A probe that has handled the data owns it.
      info.pointee.data = nil
      gst_mini_object_unref(data.assumingMemoryBound(to: GstMiniObject.self))
      info.pointee.ABI.abi.flow_ret = GST_FLOW_NOT_LINKED
      return GST_PAD_PROBE_HANDLED
    }
  }

  private func addProbe(
    _ types: [GstPadProbeType],
    _ body:
      @escaping @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPadProbeInfo>) ->
      GstPadProbeReturn
  ) -> Subscription {
    let id = gst_pad_add_probe(
      pointer, GstPadProbeType(types.reduce(0) { $0 | $1.rawValue }),
      { pad, info, data in
        guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
        return Unmanaged<ProbeBody>.fromOpaque(data).takeUnretainedValue().body(pad, info)
      }, Unmanaged.passRetained(ProbeBody(body)).toOpaque(),
      { data in
        if let data { Unmanaged<ProbeBody>.fromOpaque(data).release() }
      })
    let isInstalled = Mutex(true)
    return Subscription { [self] in
      let isFirst = isInstalled.withLock { installed in
        defer { installed = false }
        return installed
      }
      if isFirst { gst_pad_remove_probe(pointer, id) }
    }
  }
}

private final class ProbeBody: Sendable {
  typealias Body =
    @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn
  let body: Body
  init(_ body: @escaping Body) { self.body = body }
}

/// The buffer that passes; nil where it is a list.
private func buffer(of info: UnsafeMutablePointer<GstPadProbeInfo>) -> UnsafeMutablePointer<GstBuffer>? {
  info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 ? gst_pad_probe_info_get_buffer(info) : nil
}

/// Takes the buffers out of a list that are to be dropped.
private func filterList(
  _ info: UnsafeMutablePointer<GstPadProbeInfo>, _ body: (borrowing Buffer) -> ProbeVerdict
) -> GstPadProbeReturn {
  guard let list = gst_pad_probe_info_get_buffer_list(info) else { return GST_PAD_PROBE_OK }
  var dropped: [guint] = []
  let count = gst_buffer_list_length(list)
  for index in 0..<count {
    if let buffer = gst_buffer_list_get(list, index), body(Buffer(borrowing: buffer)) == .drop { dropped.append(index) }
  }
  if dropped.isEmpty { return GST_PAD_PROBE_OK }
  if dropped.count == Int(count) { return GST_PAD_PROBE_DROP }
  let object = UnsafeMutableRawPointer(list).assumingMemoryBound(to: GstMiniObject.self)
  guard let writable = gst_mini_object_make_writable(object) else { return GST_PAD_PROBE_DROP }
  info.pointee.data = UnsafeMutableRawPointer(writable)
  for index in dropped.reversed() { gst_buffer_list_remove(OpaquePointer(writable), index, 1) }
  return GST_PAD_PROBE_OK
}
