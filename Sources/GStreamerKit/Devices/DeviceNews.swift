import CGStreamer
import Synchronization

/// The messages of a device monitor for any number of subscribers, taken off on the thread that posts them.
final class DeviceNews: Sendable {
  private struct State {
    var streams: [UInt64: AsyncStream<DeviceChange>.Continuation] = [:]
    var observers: [UInt64: @Sendable (DeviceChange) -> Void] = [:]
    var next: UInt64 = 0
    var isOpen = true
    /// The threads that are telling of a change right now.
    var tellers: Set<UInt> = []
  }
  private let state = Mutex(State())

  func changes() -> AsyncStream<DeviceChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: DeviceChange.self)
    let id = state.withLock { state -> UInt64? in
      guard state.isOpen else { return nil }
      state.next += 1
      state.streams[state.next] = continuation
      return state.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.streams.removeValue(forKey: id) } }
    return stream
  }

  func observe(_ observer: @escaping @Sendable (DeviceChange) -> Void) -> Subscription {
    let id = state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
    return Subscription { [weak self] in self?.state.withLock { _ = $0.observers.removeValue(forKey: id) } }
  }

  /// Whether the calling thread is inside an observer.
  var isBeingTold: Bool { state.withLock { $0.tellers.contains(Self.thread) } }

  func close() {
    let streams = state.withLock { state in
      state.isOpen = false
      state.observers = [:]
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  private func post(_ change: DeviceChange) {
    let observers = state.withLock { state in
      for stream in state.streams.values { stream.yield(change) }
      state.tellers.insert(Self.thread)
      return Array(state.observers.values)
    }
    for observer in observers { observer(change) }
    state.withLock { _ = $0.tellers.remove(Self.thread) }
  }

  private static var thread: UInt { UInt(bitPattern: g_thread_self()) }

  func attach(to monitor: UnsafeMutablePointer<GstDeviceMonitor>) {
    guard let bus = gst_device_monitor_get_bus(monitor) else { return }
    defer { gst_object_unref(bus) }
    gst_bus_set_sync_handler(
      bus,
      { _, message, data in
        if let message, let data {
          if let change = DeviceChange(message) {
            Unmanaged<DeviceNews>.fromOpaque(data).takeUnretainedValue().post(change)
          }
          gst_message_unref(message)
        }
        return GST_BUS_DROP
      }, Unmanaged.passRetained(self).toOpaque(),
      { if let owned = $0 { Unmanaged<DeviceNews>.fromOpaque(owned).release() } })
  }

  static func detach(from monitor: UnsafeMutablePointer<GstDeviceMonitor>) {
    guard let bus = gst_device_monitor_get_bus(monitor) else { return }
    gst_bus_set_sync_handler(bus, nil, nil, nil)
    gst_object_unref(bus)
  }
}

extension DeviceChange {
  /// nil for messages that speak of something else, or of a device that no element opens.
  fileprivate init?(_ message: UnsafeMutablePointer<GstMessage>) {
    var device: UnsafeMutablePointer<GstDevice>?
    var before: UnsafeMutablePointer<GstDevice>?
    defer {
      if let device { gst_object_unref(device) }
      if let before { gst_object_unref(before) }
    }
    switch message.pointee.type {
    case GST_MESSAGE_DEVICE_ADDED: gst_message_parse_device_added(message, &device)
    case GST_MESSAGE_DEVICE_REMOVED: gst_message_parse_device_removed(message, &device)
    case GST_MESSAGE_DEVICE_CHANGED: gst_message_parse_device_changed(message, &device, &before)
    default: return nil
    }
    guard let read = device.flatMap(AudioDevice.init(reading:)) else { return nil }
    if message.pointee.type == GST_MESSAGE_DEVICE_ADDED {
      self = .added(read)
    } else if message.pointee.type == GST_MESSAGE_DEVICE_REMOVED {
      self = .removed(read)
    } else if let old = before.flatMap(AudioDevice.init(reading:)) {
      self = .changed(read, from: old)
    } else {
      return nil
    }
  }
}
