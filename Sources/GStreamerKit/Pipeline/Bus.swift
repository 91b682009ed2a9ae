import CGStreamer
import Synchronization

/// A pipeline's messages for any number of subscribers. One sync handler takes every message off on the thread that
/// posts it; no main loop is needed. An ERROR or EOS is kept until the pipeline is started anew, so that who subscribes
/// later still gets it; of many errors the first few are.
public final class Bus: Sendable {
  private struct State {
    var streams: [UInt64: AsyncStream<Message>.Continuation] = [:]
    var observers: [UInt64: @Sendable (Message) -> Void] = [:]
    var next: UInt64 = 0
    var terminal: [Message] = []
    var isOpen = true

    /// Keeps an ERROR or EOS. An element that is left alone may post errors without end.
    mutating func keep(_ message: Message) {
      let (isEnd, ends) = (message.isEnd, terminal.count { $0.isEnd })
      if isEnd ? ends == 0 : terminal.count - ends < Bus.keptErrors { terminal.append(message) }
    }
  }
  /// How many errors are kept for who subscribes later.
  static let keptErrors = 16
  private let state = Mutex(State())

  init() {}

  /// Every message from now on, after an ERROR or EOS that was posted before. Ends when the pipeline has stopped.
  /// Nothing is dropped, so read it steadily or leave it.
  public func messages() -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
    let id = state.withLock { state -> UInt64? in
      for message in state.terminal { continuation.yield(message) }
      guard state.isOpen else { return nil }
      state.next += 1
      state.streams[state.next] = continuation
      return state.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      // Let go of outside the lock, which the last release of a stream would take again.
      _ = self?.state.withLock { $0.streams.removeValue(forKey: id) }
    }
    return stream
  }

  /// Calls `observer` with every message from now on, after an ERROR or EOS that was posted before, on the thread that
  /// posts it: be quick, and do not wait for the pipeline. It stays until cancelled, also over stops.
  @discardableResult
  public func observe(_ observer: @escaping @Sendable (Message) -> Void) -> Subscription {
    let (id, terminal) = state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return (state.next, state.terminal)
    }
    terminal.forEach(observer)
    return Subscription { [weak self] in self?.state.withLock { _ = $0.observers.removeValue(forKey: id) } }
  }

  /// The first ERROR since the pipeline was started.
  public var firstError: ElementError? {
    state.withLock { state in
      for case .error(_, let error) in state.terminal { return error }
      return nil
    }
  }

  func post(_ message: Message) {
    let observers = state.withLock { state in
      if message.isTerminal { state.keep(message) }
      for stream in state.streams.values { stream.yield(message) }
      return state.observers.isEmpty ? [] : Array(state.observers.values)
    }
    for observer in observers { observer(message) }
  }

  /// The pipeline starts anew.
  func open() {
    state.withLock { state in
      guard !state.isOpen else { return }
      state.terminal = []
      state.isOpen = true
    }
  }

  /// An end that was reached is none any more, after a seek.
  func forgetEndOfStream() {
    state.withLock { $0.terminal.removeAll { $0.isEnd } }
  }

  /// The pipeline has stopped.
  func close() {
    let streams = state.withLock { state in
      state.isOpen = false
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  /// Takes over the messages of a pipeline.
  func attach(to pipeline: UnsafeMutablePointer<GstElement>) {
    guard let bus = gst_element_get_bus(pipeline) else { return }
    defer { gst_object_unref(bus) }
    gst_bus_set_sync_handler(
      bus,
      { _, message, data in
        if let message, let data {
          if message.pointee.type == GST_MESSAGE_LATENCY { recalculateLatency(message) }
          if let converted = Message(message) {
            Unmanaged<Bus>.fromOpaque(data).takeUnretainedValue().post(converted)
          }
          gst_message_unref(message)
        }
        return GST_BUS_DROP
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in
        if let data { Unmanaged<Bus>.fromOpaque(data).release() }
      })
  }

  static func detach(from pipeline: UnsafeMutablePointer<GstElement>) {
    guard let bus = gst_element_get_bus(pipeline) else { return }
    gst_bus_set_sync_handler(bus, nil, nil, nil)
    gst_object_unref(bus)
  }
}

/// A live element's latency has changed: the whole pipeline shares it out anew, on a thread that may wait.
private func recalculateLatency(_ message: UnsafeMutablePointer<GstMessage>) {
  guard let source = message.pointee.src else { return }
  var top = UnsafeMutableRawPointer(gst_object_ref(source))
  while let current = top, let parent = gst_object_get_parent(current.assumingMemoryBound(to: GstObject.self)) {
    gst_object_unref(current)
    top = UnsafeMutableRawPointer(parent)
  }
  guard let top else { return }
  if earmark_is_a(top, gst_bin_get_type()) != 0 {
    gst_element_call_async(
      top.assumingMemoryBound(to: GstElement.self),
      { element, _ in
        if let element {
          gst_bin_recalculate_latency(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self))
        }
      }, nil, nil)
  }
  gst_object_unref(top)
}
