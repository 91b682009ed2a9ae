import GStreamerKit

/// The sound server and its devices.
enum SoundChecks {
  static func all() async -> [Check] {
    let server = await SoundServer.find()
    let isPulse = server.state == .answers && GStreamer.hasElement("pulsesrc")
    guard server.state != .hangs else {
      return [
        .warn(
          "sound server", "\(server.address) does not answer", remedy: "restart it, for example with pulseaudio --kill")
      ]
    }
    var checks: [Check] = []
    if isPulse { checks.append(.ok("sound server", "answers at \(server.address)")) }
    let devices = (try? await CaptureDevices.find()) ?? []
    if let first = devices.first {
      let standard =
        devices.first(where: \.isDefault).map { ", \($0.name) is the default" } ?? ", such as \(first.name)"
      checks.append(.ok("sound devices", "\(devices.count)\(standard)"))
      return checks
    }
    let reason = await CaptureDevices.reasonForNone()
    return checks + [.warn(isPulse ? "sound devices" : "sound server", reason.finding, remedy: reason.remedy)]
  }
}
