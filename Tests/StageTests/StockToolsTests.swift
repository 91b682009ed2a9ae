import Foundation
import Recognition
import TestAudio
import Testing

/// The built plugins in GStreamer's own programs.
@Suite struct StockToolsTests {
  let folder: TemporaryFolder
  let pack: String
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    pack = try Broadcast.writePack(to: folder)
    file = try Broadcast.write([.init(material: "one"), .init(material: "two", until: 6)], to: folder)
  }

  private var line: String {
    "filesrc location=\(file) ! decodebin ! audioconvert ! earfingerprint pack=\(pack) ! earapi ! eartimelinesink"
  }

  private func inspect(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(URL(filePath: "/usr/bin/gst-inspect-1.0"), arguments, environment: Launch.environment)
  }

  /// Every time: a sink that does not preroll loses a race now and then, and the program never ends.
  @Test(arguments: 1...5) func theLineOfTheManualEndsAndTellsWhatIsHeard(run: Int) throws {
    let launch = try Launch(line)
    #expect(launch.result.status == 0, "\(launch.result.error)")
    #expect(launch.count("earmark-activity") >= 4)
    #expect(launch.result.text.contains("event=(string)started") && launch.result.text.contains("event=(string)ended"))
    #expect(
      launch.result.text.contains("material-id=(string)one") && launch.result.text.contains("material-id=(string)two"))
    #expect(launch.result.text.contains("Got EOS"))
  }

  /// In a player that plays in real time.
  @Test(arguments: ["playbin", "playbin3"]) func aPlayerWithTheFilterTellsWhatIsHeard(player: String) throws {
    let short = try Broadcast.write([.init(material: "one", until: 6)], to: folder, name: "short.wav")
    let launch = try Launch(
      "\(player) uri=file://\(short) audio-filter=\"earrecognizer pack=\(pack)\" audio-sink=\"fakesink sync=true\" "
        + "video-sink=fakesink")
    #expect(launch.result.status == 0, "\(launch.result.error)")
    #expect(launch.count("earmark-activity") >= 1 && launch.result.text.contains("Got EOS"))
    #expect(launch.result.text.contains("material-id=(string)one") && launch.result.text.contains("c-one"))
  }

  @Test func rowsGoToAFile() throws {
    let launch = try Launch(line + " location=\(folder.path("rows.jsonl"))")
    #expect(launch.result.status == 0)
    let rows = try String(decoding: folder.contents("rows.jsonl"), as: UTF8.self).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
    #expect(rows.map { $0["material_id"]?.stringValue } == ["one", "two"])
    #expect(rows.allSatisfy { $0["v"] == .integer(1) && $0["type"] == .string("activity") })
  }

  @Test func rowsGoToStandardOutput() throws {
    let launch = try Launch(line + " location=- post-messages=false", options: ["-q"])
    #expect(launch.result.status == 0)
    let rows = try launch.result.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(rows.map { $0["material_id"]?.stringValue } == ["one", "two"])
  }

  @Test(arguments: [
    "none.earpack", "b.wav", "",
  ])
  func aBadPackIsOneSentence(name: String) throws {
    let path = folder.path(name)
    let launch = try Launch(line.replacing(pack, with: path))
    #expect(launch.result.status != 0)
    let errors = launch.result.error.split(separator: "\n").filter { $0.contains("ERROR: from element") }
    #expect(errors.count == 1 && errors[0].contains(path), "\(launch.result.error)")
  }

  @Test func aValueOutOfRangeKeepsTheDefault() throws {
    let launch = try Launch(
      line.replacing("earapi", with: "earapi hold=99999999999999999").replacing(
        "earfingerprint", with: "earfingerprint interval=5"))
    #expect(launch.result.status == 0, "\(launch.result.error)")
    #expect(launch.count("earmark-activity") >= 4)
  }

  // MARK: gst-inspect

  @Test(arguments: [
    ("earfingerprint", ["pack", "interval", "max-false-alarms", "speed-range", "post-messages"]),
    ("earapi", ["pack", "hold", "restart-tolerance", "post-messages"]),
    ("earrecognizer", ["pack", "markers", "location", "chain", "dropped", "timeline"]),
    (
      "eartimelinesink",
      [
        "location", "timeline", "source", "clock-start", "start-offset", "start-generation", "generation",
        "running-time", "heard", "lost",
        "post-messages", "sync", "async",
      ]
    ),
  ])
  func everyElementIsDocumented(element: String, properties: [String]) throws {
    let result = try inspect(element)
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n")
    for property in properties {
      #expect(lines.contains { $0.hasPrefix("  \(property) ") && $0.contains(": ") }, "\(property)")
    }
    for field in [
      "Long-name", "Klass", "Description", "Author", "Version", "License", "Rank                     none (0)",
    ] {
      #expect(result.text.contains(field), "\(field)")
    }
    if element == "eartimelinesink" || element == "earrecognizer" {
      for signal in ["\"activity\"", "\"campaign\"", "\"marker-state\"", "\"clear\""] {
        #expect(result.text.contains(signal), "\(signal)")
      }
    }
    if element != "eartimelinesink" {
      for pad in ["SINK template: 'sink'", "SRC template: 'src'", "audio/x-raw"] { #expect(result.text.contains(pad)) }
    }
  }

  @Test func defaultsAndRangesAreThoseOfTheContract() throws {
    let text = try inspect("earfingerprint").text
    #expect(text.contains("Range: 250000000 - 10000000000 Default: 1000000000"))
    #expect(try inspect("earapi").text.contains("Default: 6000000000"))
    #expect(try inspect("earapi").text.contains("Default: 2000000000"))
    let sink = try inspect("eartimelinesink").text.split(separator: "\n").map(String.init)
    let sync = try #require(sink.firstIndex { $0.hasPrefix("  sync ") })
    #expect(sink[sync...].prefix(3).contains { $0.contains("Default: false") })
  }

  @Test(arguments: ["earfingerprint", "earapi", "eartimeline"])
  func everyPluginHasItsVersion(plugin: String) throws {
    let result = try inspect("--plugin", plugin)
    #expect(result.status == 0)
    #expect(result.text.contains("libgst\(plugin).so"))
    #expect(result.text.contains("MIT"))
  }

  @Test func noneIsBlacklisted() throws {
    _ = try inspect("--exists", "earfingerprint")
    let result = try inspect("-b")
    #expect(result.status == 0)
    #expect(!result.text.contains("libgstear"), "\(result.text)")
  }
}
