import CGStreamer
import Synchronization

/// The devices of a kind that GStreamer's device providers know, and how they change. No main loop is needed. Any thread
/// may use it.
///
/// Sound servers are asked when it is made, which takes as long as they take to answer. With GStreamer 1.22 the provider
/// of PulseAudio does not notice that its server went away: to see what is there after that, make a new one.
public final class DeviceMonitor: @unchecked Sendable {  // GstDeviceMonitor locks itself; the pointer never changes
  private let pointer: UnsafeMutablePointer<GstDeviceMonitor>
  private let news = DeviceNews()
  private let isStopped = Atomic(false)

  /// The class of microphones, line inputs and what sound outputs play.
  public static let audioSources = "Audio/Source"

  /// Begins to watch devices of a class, such as `Audio/Source`; with `/` between, all parts must fit.
  public init(_ deviceClass: String = audioSources) {
    GStreamer.initialize()
    pointer = gst_device_monitor_new()
    gst_device_monitor_add_filter(pointer, deviceClass, nil)
    news.attach(to: pointer)
    gst_device_monitor_start(pointer)
  }

  deinit {
    if news.isBeingTold {
      // On a provider's own thread, which stopping would wait for.
      let monitor = pointer
      let address = UInt(bitPattern: monitor)
      DeviceNews.detach(from: monitor)
      let thread = g_thread_new(
        "earmark-devices",
        { data in
          guard let monitor = data?.assumingMemoryBound(to: GstDeviceMonitor.self) else { return nil }
          gst_device_monitor_stop(monitor)
          gst_object_unref(monitor)
          return nil
        }, UnsafeMutableRawPointer(bitPattern: address))
      g_thread_unref(thread)
    } else {
      stop()
      gst_object_unref(pointer)
    }
  }

  /// The devices that are there, in the order of their providers.
  public var devices: [AudioDevice] {
    guard let list = gst_device_monitor_get_devices(pointer) else { return [] }
    defer { g_list_free(list) }
    return sequence(first: list, next: { $0.pointee.next }).compactMap { item in
      guard let device = item.pointee.data?.assumingMemoryBound(to: GstDevice.self) else { return nil }
      defer { gst_object_unref(device) }
      return AudioDevice(reading: device)
    }
  }

  /// The device providers that are asked, for example `pulsedeviceprovider`.
  public var providers: [String] {
    guard let names = gst_device_monitor_get_providers(pointer) else { return [] }
    defer { g_strfreev(names) }
    return sequence(state: 0) { index -> String? in
      defer { index += 1 }
      return names[index].map { String(cString: $0) }
    }.map { $0 }
  }

  /// Every change from now on; ends when the monitor is stopped or let go of. Read it steadily or leave it.
  public func changes() -> AsyncStream<DeviceChange> { news.changes() }

  /// Calls `observer` with every change from now on, on a provider's thread: be quick.
  @discardableResult
  public func observe(_ observer: @escaping @Sendable (DeviceChange) -> Void) -> Subscription { news.observe(observer) }

  /// Watches no longer; doing so again does nothing. Not to be called in an observer.
  public func stop() {
    guard isStopped.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
    gst_device_monitor_stop(pointer)
    DeviceNews.detach(from: pointer)
    news.close()
  }
}
