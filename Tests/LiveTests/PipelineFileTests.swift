import Foundation
import TestAudio
import Testing

/// The shipped descriptions: what each hears, run by `earmark run` and, as printed, by GStreamer's own tool.
@Suite(.timeLimit(.minutes(3))) struct PipelineFileTests {
  private let programme: Programme
  private let folder: TemporaryFolder
  private let earmark = Tool.products.appending(path: "earmark")

  init() async throws {
    programme = try await .make()
    folder = try TemporaryFolder()
  }

  private func shipped(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "pipelines").appending(path: name).path
  }

  private func run(_ arguments: String...) async throws -> Tool.Result {
    let (earmark, url) = (earmark, folder.url)
    return try await elsewhere {
      try Tool.run(earmark, ["run"] + arguments, folder: url, environment: ["GST_PLUGIN_PATH": ""], limit: 90)
    }
  }

  /// The finished rows of a timeline: material, start, end.
  private func rows(_ name: String) throws -> [String] {
    try String(decoding: folder.contents(name), as: UTF8.self).split(separator: "\n").map { line in
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      return "\(row["material_id"] ?? "") \(row["start"] ?? "") \(row["end"] ?? "")"
    }
  }

  /// Listens until the spot begins, then interrupts, which ends its row.
  private func hear(_ file: String, _ input: String, environment: [String: String] = [:]) async throws {
    let words = ["run", shipped(file), "PACK=\(programme.pack)", "--format", "jsonl"]
    let listening = try Listening(
      arguments: words + (input.isEmpty ? [] : ["INPUT=\(input)"]), environment: environment)
    let isHeard = await listening.wait { $0.output.contains("\"event\":\"started\"") }
    listening.interrupt()
    let status = await listening.status()
    #expect(isHeard && status == 130, "\(listening.error)")
    let row = listening.records.last { $0["event"] as? String == "ended" }
    #expect(row?["material_id"] as? String == "spot")
    #expect(row?["source"] as? String == (input.isEmpty ? file : input))
  }

  // MARK: Golden runs

  @Test func networkFromAWebServer() async throws {
    let server = try StreamServer(folder: programme.folder.url.path)
    defer { server.stop() }
    let uri = server.uri("spot.wav")
    let result = try await run(
      shipped("network.gst"), "INPUT=\(uri)", "PACK=\(programme.pack)", "TIMELINE=rows.jsonl")
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try rows("rows.jsonl").count == 1 && rows("rows.jsonl")[0].hasPrefix("spot 0"))
    let text = String(decoding: try folder.contents("rows.jsonl"), as: UTF8.self)
    #expect(text.contains("\"source\":\"\(uri)\""))
    let gone = try await run(shipped("network.gst"), "INPUT=\(server.uri("none.wav"))", "PACK=\(programme.pack)")
    #expect(
      gone.status == 3 && gone.error.contains("there is nothing at \"\(server.uri("none.wav"))\""), "\(gone.error)")
  }

  @Test func networkFromIcecast() async throws {
    let server = try programme.server()
    defer { server.stop() }
    try await hear("network.gst", server.stream)
  }

  @Test func networkFromHLS() async throws {
    let server = try await HLSServer.make(programme.whole)
    try await hear("network.gst", server.uri)
  }

  @Test func networkFromRTSP() async throws {
    let server = try await RTSPServer.make(programme.whole)
    try await hear("network.gst", server.uri)
  }

  @Test func microphoneOfASoundServer() async throws {
    let daemon = try await SoundDaemon.make()
    let player = try daemon.play(programme.whole)
    defer { player.stop() }
    try await hear("microphone.gst", "", environment: daemon.environment)
  }

  @Test func playerPlaysAndRecognises() async throws {
    let result = try await run(
      shipped("player.gst"), "INPUT=file://\(programme.spot)", "PACK=\(programme.pack)", "OUTPUT=fakesink sync=true",
      "TIMELINE=rows.jsonl", "--stats", "--format", "jsonl")
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try rows("rows.jsonl").count == 1)
    #expect(result.text.contains("\"dropped\":0") && result.text.contains("\"heard\":12,"), "\(result.text)")
  }

  @Test func monitorWritesATimelineOfEach() async throws {
    let inputs = [
      "INPUT1=file://\(programme.spot)", "INPUT2=file://\(programme.whole)", "INPUT3=file://\(programme.spot)",
    ]
    let result = try await run(
      shipped("monitor-many.gst"), "PACK=\(programme.pack)", inputs[0], inputs[1], inputs[2], "FOLDER=.", "--format",
      "csv")
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try rows("channel-1.jsonl").count == 1 && rows("channel-3.jsonl") == rows("channel-1.jsonl"))
    #expect(try rows("channel-2.jsonl").count == 9)
    #expect(result.text.split(separator: "\r\n").count == 12)
    #expect(result.text.contains("file://\(programme.whole)"))
  }

  /// The sequence of rows is the same whoever runs it.
  @Test(arguments: ["network.gst", "player.gst", "monitor-many.gst"])
  func thePrintedCommandGivesTheSameRows(file: String) async throws {
    let input = "file://\(programme.spot)"
    let words = [
      shipped(file), "PACK=\(programme.pack)", "INPUT=\(input)", "INPUT1=\(input)", "INPUT2=\(input)",
      "INPUT3=\(input)",
      // In real time: the queue of a player leaves out what recognition cannot take in.
      "OUTPUT=fakesink sync=true", "TIMELINE=channel-1.jsonl",
    ]
    let (earmark, url, plugins) = (earmark, folder.url, Tool.products.path)
    let registry = folder.path("registry.bin")
    let launched = try await elsewhere {
      let command = try Tool.run(earmark, ["run", "--print"] + words, folder: url)
      return try Tool.run(
        URL(filePath: "/bin/sh"), ["-c", command.text], folder: url,
        environment: ["GST_PLUGIN_PATH": plugins, "GST_REGISTRY": registry], limit: 90)
    }
    #expect(launched.status == 0, "\(launched.error)")
    let printed = try rows("channel-1.jsonl")
    try FileManager.default.removeItem(atPath: folder.path("channel-1.jsonl"))
    let result = try await elsewhere { try Tool.run(earmark, ["run"] + words, folder: url) }
    #expect(result.status == 0, "\(result.error)")
    #expect(try rows("channel-1.jsonl") == printed && printed.count == 1)
  }

  // MARK: Heads

  @Test func everyHeadSaysHowToRunIt() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: shipped("")).filter { $0.hasSuffix(".gst") }
    #expect(Set(names).isSuperset(of: ["file.gst", "microphone.gst", "network.gst", "monitor-many.gst", "player.gst"]))
    for name in names {
      let text = try String(contentsOfFile: shipped(name), encoding: .utf8)
      let head = text.split(separator: "\n").prefix { $0.hasPrefix("#") }
      #expect(head.contains { $0.hasPrefix("#   earmark run pipelines/\(name)") }, "\(name)")
      #expect(head.contains { $0.hasPrefix("#   eval \"$(earmark run --print pipelines/\(name)") }, "\(name)")
      // Every variable is explained.
      for use in text.matches(of: /\$\{([A-Z0-9]+)/) where use.1 != "MARKERS" {
        #expect(head.contains { $0.contains(String(use.1)) && !$0.contains("earmark") }, "\(name): \(use.1)")
      }
    }
  }

  @Test func theWordsOfAHeadWorkAsTheyStand() async throws {
    let text = try String(contentsOfFile: shipped("file.gst"), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").last { $0.hasPrefix("#   eval ") }?.dropFirst(4))
    let command = line.replacing("pipelines/file.gst", with: shipped("file.gst"))
      .replacing("broadcast.ogg", with: programme.spot).replacing("spots.earpack", with: programme.pack)
    let (url, products, registry) = (folder.url, Tool.products.path, folder.path("registry.bin"))
    let result = try await elsewhere {
      try Tool.run(
        URL(filePath: "/bin/sh"), ["-c", "PATH=\(products):$PATH; \(command)"], folder: url,
        environment: ["GST_PLUGIN_PATH": products, "GST_REGISTRY": registry])
    }
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("\"material_id\":\"spot\""))
  }
}
