import Foundation
import TestAudio
import Testing

/// `earmark listen` to the devices of a sound server.
@Suite(.timeLimit(.minutes(3))) struct ListenDeviceTests {
  private let programme: Programme
  private let daemon: SoundDaemon

  init() async throws {
    programme = try await .make()
    daemon = try await .make()
  }

  private func listen(_ words: String...) throws -> Listening {
    try .earmark(words, pack: programme.pack, environment: daemon.environment)
  }

  private func hasBegun(_ listening: Listening) async -> Bool {
    await listening.wait { $0.error.contains("listening to ") }
  }

  @Test func whatIsPlayedIntoTheMicrophoneIsRecognised() async throws {
    let listening = try listen("--device", "air.monitor")
    try #require(await hasBegun(listening), "\(listening.words)")
    let player = try daemon.play(programme.whole)
    #expect(await listening.wait { !$0.activities("started").isEmpty }, "\(listening.words)")
    listening.interrupt()
    #expect(await listening.status() == 130, "\(listening.words)")
    player.stop()
    // The row that was begun is finished.
    let row = try #require(listening.activities("ended").first)
    #expect(row["material_id"] as? String == "spot" && row["source"] as? String == "air.monitor")
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  @Test func theDefaultDeviceIsTakenAndOneRowIsEnough() async throws {
    let player = try daemon.play(programme.whole)
    let result = try await elsewhere { [daemon, programme] in
      try Tool.run(
        Tool.products.appending(path: "earmark"), ["listen", "--once", "--pack", programme.pack],
        environment: daemon.environment, limit: 60)
    }
    player.stop()
    #expect(result.status == 0, "\(result.error)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2 && lines.last?.contains("spot") == true, "\(result.text)")
    #expect(result.error == "")
  }

  @Test func aSoundServerThatIsRestartedIsListenedToAgain() async throws {
    let listening = try listen("--device", "air.monitor")
    try #require(await hasBegun(listening), "\(listening.words)")
    let first = try daemon.play(programme.whole)
    #expect(await listening.wait { !$0.activities("started").isEmpty }, "\(listening.words)")
    daemon.kill()
    #expect(await listening.wait { $0.breaks > 0 }, "\(listening.words)")
    // What was being heard is ended by that, and its row is there.
    #expect(await listening.wait { !$0.activities("ended").isEmpty }, "\(listening.output)")
    try await daemon.restart()
    #expect(await listening.wait { $0.returns > 0 }, "\(listening.words)")
    first.stop()
    let end = listening.latestEnd
    let second = try daemon.play(programme.whole)
    // Times have gone on.
    #expect(await listening.wait { $0.hears(after: end) }, "\(listening.output)")
    listening.interrupt()
    #expect(await listening.status() == 130)
    second.stop()
    #expect(listening.words.contains("earmark: the sound server is gone; trying again in 1 s"), "\(listening.words)")
    #expect(listening.words.contains("listening to the device air.monitor again"), "\(listening.words)")
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  @Test func aDeviceThatIsUnpluggedIsListenedToWhenItIsBack() async throws {
    try await daemon.plug("door")
    let listening = try listen("--device", "door.monitor")
    try #require(await hasBegun(listening), "\(listening.words)")
    try await daemon.unplug("door")
    #expect(await listening.wait { $0.breaks > 0 }, "\(listening.words)")
    try await daemon.plug("door")
    #expect(await listening.wait { $0.returns > 0 }, "\(listening.words)")
    let player = try daemon.play(programme.whole, into: "door")
    #expect(await listening.wait { !$0.activities("started").isEmpty }, "\(listening.words)")
    player.stop()
    listening.interrupt()
    #expect(await listening.status() == 130)
    #expect(listening.words.contains("earmark: the device door.monitor is gone; trying again in 1 s"))
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  // MARK: What cannot be listened to

  @Test(
    arguments: [
      (["--device", "air.monitro"], 3, "there is no device \"air.monitro\"; did you mean air.monitor?"),
      (["--device", "window"], 3, "there is no device \"window\"; earmark devices lists those there are"),
      (
        ["--source", "pulsesrc device=window"], 3,
        "--source: the audio device of pulsesrc0 cannot be used (Failed to connect stream: No such entity): is it "
          + "plugged in, and is the sound server running?"
      ),
    ] as [([String], Int32, String)])
  func aDeviceThatIsNotThereEndsItAtOnce(words: [String], code: Int32, message: String) async throws {
    let listening = try Listening.earmark(words, pack: programme.pack, environment: daemon.environment)
    #expect(await listening.status() == code)
    #expect(listening.words.last == "earmark: \(message)", "\(listening.error)")
    #expect(listening.records.isEmpty && listening.leavesNothing)
  }

  @Test func withoutASoundServerItSaysSo() async throws {
    daemon.kill()
    let listening = try listen("--device", "air.monitor")
    #expect(await listening.status() == 3)
    #expect(listening.error.contains("no sound server answers at unix:"), "\(listening.error)")
  }
}
