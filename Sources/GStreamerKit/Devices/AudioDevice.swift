/// A device as the sound system describes it, and how to open it.
public struct AudioDevice: Sendable, Equatable {
  /// What its element calls it, for example `alsa_input.pci-0000_00_1f.3.analog-stereo` or `speakers.monitor`; the
  /// display name where the element needs no name.
  public let name: String
  /// What people call it, for example `Built-in Audio Analog Stereo`.
  public let displayName: String
  /// The kind as GStreamer names it, for example `Audio/Source`.
  public let deviceClass: String
  /// Whether it gives back what a sound output plays.
  public let isMonitor: Bool
  /// Whether the sound system takes it when none is named, as far as it says so.
  public let isDefault: Bool
  /// The formats it gives; nil where it does not say.
  public let caps: Caps?
  /// What else the sound system says of it.
  public let properties: Structure?
  /// The factory of the element that opens it, for example `pulsesrc`.
  public let element: String
  /// That element with the properties that choose the device, as pipeline descriptions have them: for example
  /// `pulsesrc device=speakers.monitor`.
  public let launchText: String
}
