import GStreamerKit

/// What happened to a device, by what its element says.
struct DeviceReason: Sendable, Equatable {
  /// A sentence without a full stop; nil where it cannot be told.
  let message: String?

  /// - Parameter name: the device that was asked for; nil for the one the sound system takes by itself.
  init(_ error: ElementError?, name: String?) {
    let device = name.map { "the device \($0)" } ?? "the default device"
    let text = error.map { "\($0.message) \($0.debug)" } ?? ""
    func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    let code = error?.domain == .resource ? error?.code : nil
    if error == nil {
      message = "\(device) gives nothing more"
    } else if says("Connection refused", "Connection terminated", "Invalid server", "Host is down") {
      message = "the sound server is gone"
    } else if says("Access denied", "Permission denied") || code == ElementError.Resource.notAuthorized.rawValue {
      message = "\(device) cannot be opened: this user may not record"
    } else if says("busy", "Busy") || code == ElementError.Resource.busy.rawValue {
      message = "\(device) is in use by another program"
    } else if says("No such entity", "No such file", "No such device", "Entity killed", "disconnected")
      || code == ElementError.Resource.notFound.rawValue
    {
      message = "\(device) is gone"
    } else {
      message = nil
    }
  }
}
