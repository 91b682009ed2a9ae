/// What happened to a device.
public enum DeviceChange: Sendable, Equatable {
  /// It has come, or was there when the monitor was asked first.
  case added(AudioDevice)
  /// It is gone.
  case removed(AudioDevice)
  /// Something about it is different now, for example whether it is the default.
  case changed(AudioDevice, from: AudioDevice)
}
