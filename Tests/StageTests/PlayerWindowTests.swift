import Foundation
import Recognition
import TestAudio
import Testing

/// The media player of examples/player-gtk in a window of its own, under a display of its own. What it shows is read from its
/// widgets (`--print`).
@Suite(.timeLimit(.minutes(10)), .serialized) struct PlayerWindowTests {
  static let example = Example.folder.appending(path: "player-gtk")
  let folder: TemporaryFolder
  let pack: String

  init() throws {
    folder = try TemporaryFolder()
    pack = try Example.pack()
  }

  /// A video of the first seconds of a spot, made once as the example makes its own.
  private static let video = Result { () throws -> (folder: TemporaryFolder, path: String) in
    let folder = try TemporaryFolder()
    let titles = try folder.write("titles.tsv", "1\t6\tcorner-bakery\n".utf8)
    let result = try Tool.run(
      URL(filePath: "/bin/bash"),
      [example.appending(path: "make-video.sh").path, try sound(in: folder), titles, "6", folder.path("v.webm")])
    guard result.status == 0 else { throw Tool.Failure(message: result.error) }
    return (folder, folder.path("v.webm"))
  }

  /// The first six seconds of a spot.
  private static func sound(in folder: TemporaryFolder) throws -> String {
    let raw = folder.path("s.raw")
    let format = "audio/x-raw,format=S16LE,rate=16000,channels=1"
    try Tool.launch(
      "filesrc location=\(Example.spot("corner-bakery")) ! decodebin ! audioconvert ! audioresample ! \(format) "
        + "! filesink location=\(raw)")
    let samples = try folder.contents("s.raw").prefix(6 * 32000)
    try folder.write("s.raw", samples)
    try Tool.launch(
      "filesrc location=\(raw) ! rawaudioparse pcm-format=s16le sample-rate=16000 num-channels=1 ! wavenc "
        + "! filesink location=\(folder.path("s.wav"))")
    return folder.path("s.wav")
  }

  private func run(_ arguments: String...) throws -> (result: Tool.Result, shown: [JSONValue]) {
    let result = try Example.run(
      "player-gtk", ["--print", "--audio-sink", "fakesink sync=true"] + arguments, hasDisplay: true)
    return (result, try result.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) })
  }

  @Test func theCardAndTheTimelineShowTheCampaign() throws {
    let (result, shown) = try run("--pack", pack, "--quit", Self.video.get().path)
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(shown.last?["ended"] == .bool(true) && shown.contains { $0["stage"] == .string("video") })
    #expect(shown.first?["card"] == .null && shown.first?["timeline"] == .array([]))
    let card = try #require(shown.compactMap { $0["card"] }.first { $0 != .null })
    let campaign = try JSONValue(
      parsing: String(
        contentsOf: DemoTests.demo.appending(path: "campaigns/corner-bakery.json"), encoding: .utf8))
    #expect(card["title"] == campaign["title"] && card["description"] == campaign["description"])
    #expect(card["link"] == campaign["action_url"] && card["material"] == .string("Corner Bakery"))
    #expect(card["badge"] == .string("NOW") && card["picture"] == .string("placeholder"))
    let rows = try #require(shown.compactMap { $0["timeline"]?.arrayValue }.last { !$0.isEmpty })
    #expect(rows.count == 1 && rows[0]["name"] == .string("Corner Bakery") && rows[0]["time"] == .string("0:00"))
    #expect(shown.allSatisfy { ($0["bar"] ?? .null) == .null })
  }

  @Test func theScreenshotIsAPicture() throws {
    let path = folder.path("shot.png")
    let (result, shown) = try run("--pack", pack, "--screenshot", path, "--dark", try Self.sound(in: folder))
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(shown.contains { $0["stage"] == .string("sound") } && shown.contains { ($0["card"] ?? .null) != .null })
    let about = try Tool.run(URL(filePath: "/usr/bin/identify"), ["-format", "%m %w %h %k", path])
    let words = about.text.split(separator: " ")
    try #require(about.status == 0 && words.count == 4, "\(about.error)")
    let colours = try #require(Int(words[3]))
    #expect(words[0] == "PNG" && colours > 100, "\(about.text)")
  }

  @Test func aMissingPackIsToldAndTheFilePlaysToItsEnd() throws {
    let (result, shown) = try run("--pack", folder.path("none.earpack"), "--quit", Self.video.get().path)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      shown.contains { $0["bar"]?.stringValue?.contains("no pack at \(folder.path("none.earpack"))") == true },
      "\(result.text)")
    #expect(shown.last?["ended"] == .bool(true) && shown.last?["at"] == .string("0:06"), "\(result.text)")
    #expect(shown.allSatisfy { ($0["card"] ?? .null) == .null })
  }

  @Test func whatCannotBePlayedIsToldAndTheNextFileIsNot() throws {
    let (result, shown) = try run(
      "--pack", pack, "--after", "3", "--screenshot", folder.path("s.png"), folder.path("none.webm"))
    #expect(result.status == 0, "\(result.error)")
    #expect(shown.last?["bar"]?.stringValue?.hasPrefix("none.webm: ") == true, "\(result.text)")
    #expect(shown.last?["stage"] == .string("empty"))
  }

  /// A row's time is the place in the file, also after a seek, where running time begins anew; the airing that is heard again is the
  /// row it was.
  @Test func aClickOnARowGoesWhereItWasHeard() throws {
    let script = """
      import sys
      sys.path.insert(0, "\(Self.example.path)")
      import player
      from gi.repository import Gst, Gtk
      from playback import Playback
      from window import PlayerWindow
      Gst.init(None)
      window = PlayerWindow(Playback("\(pack)", "fakesink sync=true"))
      window.show()
      clicked, ended = [], []
      def heard(_playback, hearing):
          if not clicked:
              clicked.append(hearing["start"])
              window.timeline.emit("row-activated", window.timeline.get_row_at_index(0))
      def over(_playback):
          rows = window.timeline.get_children()
          print(len(rows), round(clicked[0], 1), round(rows[0].start, 1), round(window.playback.position, 1))
          window.destroy()
      window.playback.connect_after("hearing", heard)
      window.playback.connect("ended", over)
      window.open([Gst.filename_to_uri("\(try Self.video.get().path)")])
      Gtk.main()
      """
    let result = try Tool.run(
      URL(filePath: "/usr/bin/xvfb-run"), ["-a", "/usr/bin/python3", "-c", script],
      environment: Launch.environment.merging(Example.desktop) { $1 })
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    let numbers = result.text.split(separator: " ").compactMap {
      Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(numbers.count == 4, "\(result.text)")
    #expect(numbers[0] == 1 && abs(numbers[1] - numbers[2]) < 0.3 && numbers[2] < 1 && abs(numbers[3] - 6) < 0.5)
  }
}
