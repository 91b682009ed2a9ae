import Foundation
import TestAudio
import Testing

/// `earmark devices` and `earmark doctor` with and without a sound server.
@Suite struct DevicesTests {
  private static let nobody = ["PULSE_SERVER": "unix:/nonexistent/sound", "XDG_RUNTIME_DIR": "/nonexistent"]

  private func earmark(_ arguments: String..., environment: [String: String]) async throws -> Tool.Result {
    try await elsewhere {
      try Tool.run(Tool.products.appending(path: "earmark"), arguments, environment: environment, limit: 60)
    }
  }

  @Test func aMonitorIsListed() async throws {
    let daemon = try await SoundDaemon.make()
    let result = try await earmark("devices", environment: daemon.environment)
    #expect(result.status == 0, "\(result.error)")
    let row = try #require(result.text.split(separator: "\n").dropFirst().first)
    #expect(row.hasPrefix("air.monitor  monitor  yes"))
    #expect(row.hasSuffix("Monitor of Air"))

    try await daemon.plug("door")
    let lines = try await earmark("devices", "--format", "jsonl", environment: daemon.environment).text.split(
      separator: "\n")
    #expect(lines.count == 2)
    let second = try #require(
      lines.last.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] })
    #expect(second["type"] as? String == "device" && second["default"] as? Bool == false)
    #expect(second["source"] as? String == "pulsesrc device=door.monitor")

    try await daemon.unplug("door")
    try await daemon.unplug("air")
    let none = try await earmark("devices", environment: daemon.environment)
    #expect(none.status == 3 && none.text == "")
    #expect(
      none.error == "earmark: there is no capture device: the sound server has none; plug one in, or see what "
        + "pactl list short sources says\n")
  }

  @Test func withoutASoundServerItSaysSo() async throws {
    let result = try await earmark("devices", environment: Self.nobody)
    #expect(result.status == 3 && result.text == "")
    #expect(result.error.contains("no sound server answers at unix:/nonexistent/sound"), "\(result.error)")
    #expect(result.error.contains("pulseaudio --start"))
  }

  /// Somebody takes the connection and never answers; libpulse alone would wait half a minute and more.
  @Test func aSoundServerThatHangsIsGivenUp() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s")
    let server = try #require(UnixListener(path))
    let result = try await earmark("devices", environment: ["PULSE_SERVER": "unix:\(path)"])
    withExtendedLifetime(server) {}
    #expect(result.status == 3)
    #expect(result.error.contains("the sound server does not answer"), "\(result.error)")
  }

  @Test func listingLeavesNothingBehind() async throws {
    let daemon = try await SoundDaemon.make()
    let tracer = ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1"]
    let result = try await earmark("doctor", environment: daemon.environment.merging(tracer) { $1 })
    #expect(result.text.contains("air.monitor is the default"))
    #expect(result.error.contains("object-alive.class"), "the tracer did not run")
    #expect(!result.error.contains("object-alive, type-name=(string)Gst"), "\(result.error)")
  }

  @Test func theDoctorFindsTheSoundServer() async throws {
    let daemon = try await SoundDaemon.make()
    let result = try await earmark("doctor", environment: daemon.environment)
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("air.monitor is the default"))
    #expect(!result.text.contains("fail"))
  }

  @Test func theDoctorMissesTheSoundServer() async throws {
    let result = try await earmark("doctor", "--format", "jsonl", environment: Self.nobody)
    #expect(result.status == 0)
    let line = try #require(result.text.split(separator: "\n").first { $0.contains("\"sound server\"") })
    #expect(line.hasPrefix("{\"v\":1,\"type\":\"check\",\"status\":\"warn\""))
  }
}
