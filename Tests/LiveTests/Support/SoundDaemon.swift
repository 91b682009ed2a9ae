import Foundation
import Synchronization
import TestAudio

/// A PulseAudio daemon of a test's own, with a null sink `air` whose monitor `air.monitor` is the microphone. Nothing of
/// the machine's own sound is touched, and no session bus and no run-time folder is needed.
final class SoundDaemon: Sendable {
  private let folder: TemporaryFolder
  private let process = Mutex<SpawnedProcess?>(nil)

  /// Starts one, and returns when it answers.
  static func make() async throws -> SoundDaemon { try await elsewhere { try SoundDaemon() } }

  private init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try launch()
  }

  deinit { kill() }

  private var socket: String { folder.path("run/native") }

  /// What programs need to find this daemon and nothing else.
  var environment: [String: String] {
    [
      "PULSE_SERVER": "unix:\(socket)", "PULSE_RUNTIME_PATH": folder.path("run"), "XDG_RUNTIME_DIR": folder.path("run"),
      "HOME": folder.path(""), "XDG_CONFIG_HOME": folder.path("config"), "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    ]
  }

  /// Starts it anew.
  func restart() async throws { try await elsewhere { try self.launch() } }

  private func launch() throws {
    kill()
    let arguments = [
      "-n", "--daemonize=no", "--exit-idle-time=900", "--disable-shm=yes", "--use-pid-file=no", "--realtime=no",
      "--high-priority=no", "--log-target=file:\(folder.path("log"))",
      "--load=module-native-protocol-unix socket=\(socket) auth-anonymous=1",
      "--load=module-null-sink sink_name=air sink_properties=device.description=Air",
    ]
    let daemon: SpawnedProcess
    do {
      daemon = try SpawnedProcess(
        "/usr/bin/pulseaudio", arguments, environment: Tool.environment.merging(environment) { $1 })
    } catch {
      throw Tool.Failure(message: "pulseaudio is missing; these tests need the Debian package pulseaudio (\(error))")
    }
    process.withLock { $0 = daemon }
    for _ in 0..<200 {
      if try control("info").status == 0 { return }
      guard daemon.isRunning else { break }
      usleep(50_000)
    }
    let log = (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? ""
    throw Tool.Failure(message: "pulseaudio does not start: \(log)")
  }

  /// Ends the daemon at once, as a crash would.
  func kill() {
    process.withLock { process in
      process?.kill()
      process = nil
    }
    unlink(socket)
  }

  @discardableResult
  private func control(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(URL(filePath: "/usr/bin/pactl"), arguments, environment: environment, limit: 20)
  }

  /// Adds a null sink, whose monitor is a device.
  func plug(_ name: String) async throws {
    let result = try await elsewhere { try self.control("load-module", "module-null-sink", "sink_name=\(name)") }
    if result.status != 0 { throw Tool.Failure(message: "pactl load-module: \(result.error)") }
  }

  /// Takes a null sink away.
  func unplug(_ name: String) async throws { try await elsewhere { try self.unload(name) } }

  private func unload(_ name: String) throws {
    let modules = try control("list", "short", "modules").text.split(separator: "\n")
    let module = modules.first { $0.split(whereSeparator: \.isWhitespace).contains("sink_name=\(name)") }
    guard let module else {
      throw Tool.Failure(message: "there is no sink \(name)")
    }
    try control("unload-module", String(module.prefix { $0 != "\t" }))
  }

  /// Plays a WAVE file into a sink; the player is ended when the returned object goes.
  func play(_ path: String, into sink: String = "air") throws -> Player {
    try Player(path, sink: sink, environment: Tool.environment.merging(environment) { $1 })
  }

  /// A running paplay.
  final class Player: Sendable {
    private let process = Process()

    fileprivate init(_ path: String, sink: String, environment: [String: String]) throws {
      process.executableURL = URL(filePath: "/usr/bin/paplay")
      process.arguments = ["--device=\(sink)", "--latency-msec=50", path]
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { stop() }

    func stop() { if process.isRunning { process.terminate() } }
    func waitUntilFinished() { process.waitUntilExit() }
  }
}
