import Foundation
import GStreamerKit

/// The sound server of this session, if there is one.
struct SoundServer: Sendable, Equatable {
  enum State: Sendable, Equatable {
    /// It answers.
    case answers
    /// Something is there, and does not answer within a few seconds.
    case hangs
    /// Something is there, and lets nobody in.
    case refuses
    /// Nothing is there.
    case absent
  }

  /// PulseAudio, or PipeWire in its place.
  let state: State
  /// Where it is looked for.
  let address: String

  /// How long a server may take to answer, in seconds.
  static let patience = 5.0

  /// Asks it. Without the plugin that speaks to it only its socket can be looked at.
  static func find(environment: [String: String] = ProcessInfo.processInfo.environment) async -> SoundServer {
    let socket = path(environment)
    let address = environment["PULSE_SERVER"] ?? socket
    let isListening = isListening(socket)
    guard DeviceProvider.pulseAudio.isInstalled else {
      return SoundServer(state: isListening ? .answers : .absent, address: address)
    }
    switch await Waiting.result(within: patience, of: { DeviceProvider.pulseAudio.answers() }) {
    case true?: return SoundServer(state: .answers, address: address)
    case false?: return SoundServer(state: isListening ? .refuses : .absent, address: address)
    case nil: return SoundServer(state: .hangs, address: address)
    }
  }

  /// Whether PipeWire itself runs, by its socket.
  static func pipeWireRuns(environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
    return isListening(folder + "/" + (environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"))
  }

  /// The socket of the native protocol.
  private static func path(_ environment: [String: String]) -> String {
    if let server = environment["PULSE_SERVER"] {
      if server.hasPrefix("unix:") { return String(server.dropFirst(5)) }
      if server.hasPrefix("/") { return server }
    }
    if let folder = environment["PULSE_RUNTIME_PATH"] { return folder + "/native" }
    return (environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())") + "/pulse/native"
  }

  /// Whether something takes connections at a socket.
  private static func isListening(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // Permission denied: somebody is there all the same.
    return connected == 0 || errno == EAGAIN || errno == EACCES
  }
}
