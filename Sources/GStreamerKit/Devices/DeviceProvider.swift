import CGStreamer

/// What knows the devices of one sound system, by the name of its factory: for example `pulsedeviceprovider`.
public struct DeviceProvider: Sendable, Equatable {
  /// The provider of PulseAudio, which PipeWire answers as well.
  public static let pulseAudio = DeviceProvider("pulsedeviceprovider")
  /// The provider of PipeWire.
  public static let pipeWire = DeviceProvider("pipewiredeviceprovider")
  /// The provider of ALSA.
  public static let alsa = DeviceProvider("alsadeviceprovider")

  /// The factory's name.
  public let name: String

  /// One by its name, whether it is installed or not.
  public init(_ name: String) { self.name = name }

  /// Whether its plugin is installed.
  public var isInstalled: Bool {
    GStreamer.initialize()
    guard let factory = gst_device_provider_factory_find(name) else { return false }
    gst_object_unref(UnsafeMutableRawPointer(factory))
    return true
  }

  /// Whether it can be started: for that of a sound server, whether the server answers. Waits for the answer, which may
  /// take half a minute from a server that hangs.
  public func answers() -> Bool {
    GStreamer.initialize()
    guard let provider = gst_device_provider_factory_get_by_name(name) else { return false }
    defer { gst_object_unref(provider) }
    guard gst_device_provider_start(provider) != 0 else { return false }
    gst_device_provider_stop(provider)
    return true
  }
}
