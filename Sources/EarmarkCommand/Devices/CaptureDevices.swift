import GStreamerKit

/// The devices that sound can be captured from.
enum CaptureDevices {
  /// All of them, the default ones first and what sound outputs play last.
  /// - Throws: `CommandFailure` when the sound server does not answer.
  static func find() async throws(CommandFailure) -> [AudioDevice] {
    let found = await Waiting.result(within: SoundServer.patience) {
      let monitor = DeviceMonitor()
      defer { monitor.stop() }
      return monitor.devices
    }
    guard let found else { throw hanging }
    return sorted(found)
  }

  static var hanging: CommandFailure {
    CommandFailure(.input, "the sound server does not answer; restart it, for example with pulseaudio --kill")
  }

  /// Stable, so that devices of one kind keep the order of the sound system.
  static func sorted(_ devices: [AudioDevice]) -> [AudioDevice] {
    devices.enumerated().sorted { left, right in
      (rank(left.element), left.offset) < (rank(right.element), right.offset)
    }.map(\.element)
  }

  private static func rank(_ device: AudioDevice) -> Int { device.isDefault ? 0 : device.isMonitor ? 2 : 1 }

  /// The device that is meant by a word: by its name, else by its description.
  static func named(_ word: String, among devices: [AudioDevice]) -> AudioDevice? {
    devices.first { $0.name == word } ?? devices.first { $0.displayName == word }
  }

  /// Why there is none, and how to get one.
  static func explainNone() async -> CommandFailure {
    let reason = await reasonForNone()
    return CommandFailure(.input, "there is no capture device: \(reason.finding); \(reason.remedy)")
  }

  static func reasonForNone() async -> (finding: String, remedy: String) {
    reason(
      await SoundServer.find(), pipeWireRuns: SoundServer.pipeWireRuns(), hasElement: GStreamer.hasElement)
  }

  static func reason(
    _ server: SoundServer, pipeWireRuns: Bool, hasElement: (String) -> Bool
  ) -> (finding: String, remedy: String) {
    let speaks = hasElement("pulsesrc") || hasElement("pipewiresrc")
    switch server.state {
    case .answers where !speaks:
      return (
        "a sound server runs, but GStreamer cannot speak to it", "install the Debian package gstreamer1.0-pulseaudio"
      )
    case .answers: return ("the sound server has none", "plug one in, or see what pactl list short sources says")
    case .refuses:
      return (
        "the sound server at \(server.address) does not let this user in",
        "run as the user it runs for, or give access to its socket and cookie"
      )
    case .hangs: return ("the sound server at \(server.address) does not answer", "restart it")
    case .absent where pipeWireRuns && !hasElement("pipewiresrc"):
      return (
        "PipeWire runs, but GStreamer cannot speak to it",
        "install the Debian package pipewire-pulse or gstreamer1.0-pipewire"
      )
    case .absent where !speaks && !hasElement("alsasrc"):
      return (
        "GStreamer has no element for sound devices",
        "install the Debian package gstreamer1.0-pulseaudio (PulseAudio, PipeWire) or gstreamer1.0-alsa"
      )
    case .absent:
      return (
        "no sound server answers at \(server.address), and ALSA knows no card",
        "start one, for example with pulseaudio --start, or set PULSE_SERVER to where it is"
      )
    }
  }
}
