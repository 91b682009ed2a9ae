import Foundation
import Recognition
import TestAudio
import Testing

/// The examples without a window.
@Suite(.timeLimit(.minutes(10))) struct ExampleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  // MARK: player-c

  private func playerInC(
    _ arguments: String..., during: ((Process) -> Void)? = nil
  ) throws -> Tool.Result {
    try Example.run(
      "player-c", arguments,
      environment: ["PLAYER_AUDIO_SINK": "fakesink sync=true", "EXAMPLES_BUILD": folder.url.path],
      during: during)
  }

  @Test func thePlayerInCPrintsTheCampaign() throws {
    let file = try Broadcast.write([.init(material: "one", until: 6)], to: folder)
    let result = try playerInC(Broadcast.writePack(to: folder), file)
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    let row = try #require(try rows(result.text).first)
    #expect(row["campaign"]?["title"] == .string("Campaign of one") && row["event"] == .string("started"))
  }

  @Test func thePlayerInCPlaysOnWithoutAPack() throws {
    let file = try Broadcast.write([.init(material: "one", until: 2)], to: folder)
    let result = try playerInC(folder.path("none.earpack"), file)
    #expect(result.status == 0 && result.text == "")
    let lines = result.error.split(separator: "\n")
    #expect(
      lines.count == 1 && lines[0].hasPrefix("player: warning: ") && lines[0].contains("none.earpack"),
      "\(result.error)")
  }

  @Test(arguments: ["missing.ogg", "p.earpack"]) func thePlayerInCRefusesWhatIsNoMedia(name: String) throws {
    let pack = try Broadcast.writePack(to: folder)
    let result = try playerInC(pack, folder.path(name))
    #expect(result.status == 1 && result.text == "")
    #expect(result.error.contains("player: error: \(folder.path(name)): "), "\(result.error)")
  }

  @Test func thePlayerInCSaysHowToCallIt() throws {
    let result = try playerInC("only-one")
    #expect(result.status == 2 && result.error == "usage: player PACK FILE-OR-URI\n")
  }

  @Test func thePlayerInCEndsWhenInterrupted() throws {
    let file = try Broadcast.write([.init(material: "one")], to: folder)
    let pack = try Broadcast.writePack(to: folder)
    // It is there, plays in real time, and is interrupted long before its end.
    let result = try playerInC(
      pack, file,
      during: { process in
        while process.isRunning, !Self.isPlayer(process.processIdentifier) { usleep(20_000) }
        // What comes before it listens may be lost, where this test runs in the background of a shell.
        while process.isRunning {
          process.interrupt()
          usleep(200_000)
        }
      })
    #expect(result.status == 130, "\(result.error)")
  }

  /// Whether the script has become the player.
  private static func isPlayer(_ identifier: Int32) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(identifier)/exe"))?.hasSuffix("/player")
      == true
  }

  // MARK: tee

  /// As fast as it can: every row of the truth, and the level of each.
  @Test func theTeeMeasuresEverySpot() throws {
    let result = try Example.run("tee", ["--fast"])
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    let lines = result.text.split(separator: "\n").map(DemoTests.cells)
    let truth = try DemoTests.truth()
    #expect(lines.count == truth.count, "\(result.text)")
    for (cells, right) in zip(lines, truth) {
      try #require(cells.count == 6, "\(cells)")
      let start = try #require(DemoTests.seconds("0:" + cells[0]))
      #expect(abs(start - right.start) < 1, "\(cells)")
      // The spots are equally loud; the one under speech is, with it.
      let level = try #require(Double(cells[2].split(separator: " ")[0]))
      #expect((-24 ... -18).contains(level), "\(cells)")
      #expect(cells[3] == "peak" && !cells[5].isEmpty)
    }
  }

  @Test func theTeeListensWhileItPlays() throws {
    let file = try Broadcast.write([.init(material: "one", until: 6)], to: folder)
    let result = try Example.run("tee", ["--sink", "fakesink sync=true", Broadcast.writePack(to: folder), file])
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(result.text.contains("Spot one"))
  }

  @Test func theTeeHasNoBinThatKeepsErrorsFromIt() throws {
    let file = try Broadcast.write([.init(material: "one", until: 2)], to: folder)
    let pack = try Broadcast.writePack(to: folder)
    let noPack = try Example.run("tee", ["--fast", folder.path("none.earpack"), file])
    #expect(noPack.status == 1 && noPack.error.contains("there is no pack at "), "\(noPack.error)")
    let noFile = try Example.run("tee", ["--fast", pack, folder.path("none.wav")])
    #expect(noFile.status == 1 && noFile.error.hasPrefix("loudness: "), "\(noFile.error)")
    let noSink = try Example.run("tee", ["--sink", "nosuchsink", pack, file])
    #expect(noSink.status == 1 && noSink.error.contains("nosuchsink"), "\(noSink.error)")
  }
}
