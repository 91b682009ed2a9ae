import Foundation
import TestAudio
import Testing

/// `earmark run`: what it prints, and when it ends.
@Suite struct RunTests {
  private let sound: RunSound
  private var earmark: Earmark { sound.earmark }
  private var file: String { sound.shipped("file.gst") }

  init() throws { sound = try RunSound() }

  // MARK: Rows

  @Test func aRowForEachHearing() throws {
    let result = try earmark("run", file, "INPUT=both.wav", "PACK=p.earpack")
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].contains("material") && !lines[0].contains("source"), "\(result.text)")
    #expect(lines.last?.contains("two") == true)
  }

  @Test func jsonLinesHaveEveryChange() throws {
    let result = try earmark("run", file, "INPUT=both.wav", "PACK=p.earpack", "--format", "jsonl")
    #expect(try RunSound.rows(result.text) == ["both.wav one 0", "both.wav two 13"])
    #expect(try RunSound.records(result.text).contains { $0["event"] as? String == "started" })
  }

  @Test func csvHasAHeadingWithoutARow() throws {
    try sound.write("none.gst", "audiotestsrc num-buffers=100 wave=silence")
    let result = try earmark("run", "none.gst", "--format", "csv")
    #expect(result.status == 0 && result.text.hasPrefix("start,end,material,"), "\(result.error)")
    #expect(result.text.split(separator: "\r\n").count == 1)
  }

  @Test func theEnvironmentHasVariablesToo() throws {
    let result = try earmark("run", file, "--format", "jsonl", environment: ["INPUT": "one.wav", "PACK": "p.earpack"])
    #expect(try RunSound.rows(result.text) == ["one.wav one 0"], "\(result.error)")
  }

  // MARK: Several pipelines

  @Test func manyPipelinesInOneStream() throws {
    let result = try earmark(
      "run", "PACK=p.earpack", file, "INPUT=one.wav", file, "INPUT=both.wav", file, "INPUT=one.wav", "--format", "jsonl"
    )
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(
      try RunSound.rows(result.text).sorted() == [
        "both.wav one 0", "both.wav two 13", "one.wav one 0", "one.wav#2 one 0",
      ])
    let text = try earmark("run", "PACK=p.earpack", file, "INPUT=one.wav", file, "INPUT=both.wav")
    #expect(text.text.split(separator: "\n").first?.contains("source") == true)
  }

  @Test func aSinkKnowsItsSource() throws {
    let stages = "earfingerprint pack=p.earpack ! earapi ! eartimelinesink"
    try sound.folder.write("own.gst", Array("filesrc location=one.wav ! wavparse ! \(stages) source=Studio".utf8))
    try sound.folder.write(
      "two.gst",
      Array(
        "filesrc location=one.wav ! wavparse ! tee name=t t. ! queue ! \(stages) t. ! queue ! \(stages) source=B".utf8))
    let result = try earmark("run", "own.gst", "two.gst", "--format", "jsonl")
    #expect(
      try RunSound.rows(result.text).sorted() == ["B one 0", "Studio one 0", "two.gst/1 one 0"], "\(result.error)")
  }

  @Test func oneThatFailsDoesNotEndTheOthers() throws {
    let result = try earmark(
      "run", "PACK=p.earpack", file, "INPUT=none.wav", file, "INPUT=both.wav", "--format", "jsonl")
    #expect(result.status == 3)
    #expect(try RunSound.rows(result.text) == ["both.wav one 0", "both.wav two 13"])
    #expect(result.error.contains("\"none.wav\""), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    let faults = try RunSound.records(result.text, type: "fault")
    #expect(faults.count == 1 && faults[0]["source"] as? String == "none.wav" && faults[0]["retry_in"] is NSNull)
  }

  @Test func theWorstFailureCounts() throws {
    try sound.write("net.gst", "souphttpsrc location=http://127.0.0.1:1/x ! decodebin ! audioconvert")
    let result = try earmark(
      "run", file, "INPUT=none.wav", "PACK=p.earpack", file, "INPUT=one.wav", "PACK=none.earpack", "net.gst")
    #expect(result.status == 5, "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 3, "\(result.error)")
  }

  // MARK: Restarts

  @Test func aBrokenPipelineIsStartedAgain() throws {
    let result = try Tool.run(
      Earmark.program,
      [
        "run", file, "INPUT=late.wav", "PACK=p.earpack", "--restart", "on-failure", "--format", "jsonl", "--dot",
        "dots",
      ],
      folder: sound.folder.url
    ) { _ in
      // Not before the first try has failed.
      usleep(300_000)
      try? FileManager.default.moveItem(atPath: sound.folder.path("one.wav"), toPath: sound.folder.path("late.wav"))
    }
    #expect(result.status == 0, "\(result.error)")
    let rows = try RunSound.records(result.text).filter { $0["event"] as? String == "ended" }
    #expect(rows.map { $0["material_id"] as? String } == ["one"])
    #expect(FileManager.default.fileExists(atPath: sound.folder.path("dots/file.dot")))
    if result.error.contains("trying again in 1 s") {
      // It never ran before.
      #expect(result.error.contains("late.wav: running\n"), "\(result.error)")
      let faults = try RunSound.records(result.text, type: "fault")
      #expect(faults.first?["retry_in"] as? Double == 1 && faults.last?["restored"] as? Bool == true)
    }
  }

  @Test(arguments: ["wavparse", "decodebin ! audioconvert"]) func theEndOfAStreamIsNone(decoder: String) throws {
    try sound.write("again.gst", "filesrc location=one.wav ! \(decoder)")
    let result = try sound.watched("run", "again.gst", "RESTART=always", "--format", "jsonl") { process in
      sound.wait(for: "out") { $0.matches(of: /"event":"ended"/).count > 1 }
      process.interrupt()
    }
    #expect(result.status == 130, "\(result.error)")
    let text = String(decoding: try sound.folder.contents("out"), as: UTF8.self)
    let starts = try RunSound.records(text).filter { $0["event"] as? String == "ended" }.map { $0["start"] as? Double }
    // Times go on.
    #expect(starts.count >= 2 && (starts[0] ?? 9) < 1 && (starts[1] ?? 0) > 12, "\(starts)")
  }

  // MARK: Options

  @Test func thePrintedCommandGivesTheSameRows() throws {
    let command = try earmark("run", "--print", file, "INPUT=both.wav", "PACK=p.earpack", "TIMELINE=a 'b'.jsonl")
    #expect(command.status == 0 && command.text.hasPrefix("gst-launch-1.0 "), "\(command.error)")
    let launched = try Tool.run(
      URL(filePath: "/bin/sh"), ["-c", command.text], folder: sound.folder.url,
      environment: ["GST_PLUGIN_PATH": Tool.products.path, "GST_REGISTRY": sound.folder.path("registry.bin")])
    #expect(launched.status == 0, "\(launched.error)")
    let run = try earmark("run", file, "INPUT=both.wav", "PACK=p.earpack", "TIMELINE=ours.jsonl")
    #expect(run.status == 0)
    func rows(_ name: String) throws -> [String] {
      try RunSound.records(String(decoding: sound.folder.contents(name), as: UTF8.self)).map {
        "\($0["material_id"] ?? "") \($0["start"] ?? "") \($0["end"] ?? "") \($0["position"] ?? "")"
      }
    }
    #expect(try rows("a 'b'.jsonl") == rows("ours.jsonl"))
    #expect(try rows("ours.jsonl").count == 2)
  }

  @Test func printingNeedsNoStagesAndNoPack() throws {
    try sound.folder.write("odd.gst", Array("nosuchelement a=\"${X}\" # odd\n! other".utf8))
    let result = try earmark("run", "--print", "odd.gst", "X=1 $2", "odd.gst", "X=3")
    #expect(
      result.text
        == "gst-launch-1.0 -e nosuchelement 'a=\"1 $2\"' '!' other\ngst-launch-1.0 -e nosuchelement a=3 '!' other\n")
    #expect(result.status == 0 && result.error == "")
  }

  @Test func figuresAtTheEnd() throws {
    let result = try earmark("run", "PACK=p.earpack", file, "INPUT=one.wav", file, "INPUT=both.wav", "--stats", "-q")
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("source"), "\(result.error)")
    #expect(lines[1].hasPrefix("one.wav ") && lines[1].contains("0:00:13.000"))
    #expect(lines[3].hasPrefix("processor time "))
    let json = try earmark("run", file, "INPUT=both.wav", "PACK=p.earpack", "--stats", "--format", "jsonl")
    let figures = try #require(try RunSound.records(json.text, type: "statistics").first)
    #expect(figures["rows"] as? Int == 2 && figures["heard"] as? Double == 25 && figures["dropped"] as? Int == 0)
    #expect(
      figures["lost"] as? Double == 0 && figures["restarts"] as? Int == 0 && figures["state"] as? String == "ended")
    #expect(try RunSound.records(json.text, type: "process").count == 1)
  }

  @Test func figuresOnASignal() throws {
    try sound.write("live.gst", RunSound.endless)
    let result = try Tool.run(
      Earmark.program, ["run", "live.gst", "live.gst", "--dot", "."], folder: sound.folder.url
    ) { process in
      sound.wait(for: "live.dot")
      sound.wait(for: "live-2.dot")
      kill(process.processIdentifier, SIGUSR1)
      usleep(200_000)
      process.interrupt()
    }
    #expect(result.status == 130)
    #expect(result.error.contains("live.gst#2") && result.error.contains("running"), "\(result.error)")
    #expect(try String(decoding: sound.folder.contents("live.dot"), as: UTF8.self).contains("EarFingerprint"))
  }

  @Test func aReportNobodyGivesEndsTheProgram() throws {
    mkfifo(sound.folder.path("pipe.wav"), 0o600)
    let result = try Tool.run(
      Earmark.program, ["recognize", "--pack", "p.earpack", "pipe.wav"], folder: sound.folder.url
    ) { process in
      let descriptor = open(sound.folder.path("pipe.wav"), O_WRONLY)
      kill(process.processIdentifier, SIGUSR1)
      process.waitUntilExit()
      close(descriptor)
    }
    #expect(result.status == 128 + SIGUSR1)
  }

  // MARK: The end

  @Test(arguments: [SIGINT, SIGTERM]) func theCurrentRowIsFinished(signal: Int32) throws {
    try sound.write("paced.gst", "filesrc location=one.wav ! wavparse ! identity sync=true")
    let result = try sound.watched("run", "paced.gst", "paced.gst", "--format", "jsonl") { process in
      sound.wait(for: "out") { $0.matches(of: /"event":"started"/).count == 2 }
      kill(process.processIdentifier, signal)
    }
    #expect(result.status == 130, "\(result.error)")
    let text = String(decoding: try sound.folder.contents("out"), as: UTF8.self)
    #expect(try RunSound.rows(text).sorted() == ["paced.gst one 0", "paced.gst#2 one 0"], "\(text)")
  }
}
