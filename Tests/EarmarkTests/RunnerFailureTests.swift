import Earmark
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// A pipeline that breaks: what is tried again, what is an end, what is said.
@Suite struct RunnerFailureTests {
  let sound: Sound
  let log = RunnerLog()
  let quick = RestartPolicy(when: .onFailure, initialDelay: 0.02, maximumDelay: 0.08, stallTimeout: 10)
  let silence = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  init() throws { sound = try Sound() }

  func run(_ line: String, _ policy: RestartPolicy = .never) async throws {
    let runner = try PipelineRunner(.text(line), restart: policy, log: log)
    runner.start()
    try await log.wait { $0.last?.hasPrefix("stopped") == true }
    runner.stop()
    #expect(log.words.filter { $0.hasPrefix("stopped") }.count == 1)
  }

  // MARK: What is an end

  @Test func aPipelineWithoutATimelineSink() {
    #expect {
      try PipelineRunner(.text("audiotestsrc ! fakesink"), log: log)
    } throws: { error in
      (error as? RecognitionError)?.code == .description && "\(error)".contains("eartimelinesink")
    }
  }

  @Test(arguments: ["audiotestsrc ! nosuchelement ! eartimelinesink", "audiotestsrc volume=99 ! eartimelinesink"])
  func aDescriptionThatMakesNoPipeline(line: String) {
    #expect {
      try PipelineRunner(.text(line), log: log)
    } throws: { error in
      (error as? RecognitionError)?.code == .description && (error as? RecognitionError)?.cause is DescriptionError
    }
  }

  @Test func whatPrepareThrows() {
    struct Reason: Error {}
    #expect {
      try PipelineRunner(sound.description(silence), log: log) { _ in throw Reason() }
    } throws: { ($0 as? RecognitionError)?.cause is Reason }
    #expect {
      try PipelineRunner(sound.description(silence), log: log) { _ in throw RecognitionError(.pack, "none") }
    } throws: { ($0 as? RecognitionError)?.code == .pack }
  }

  @Test(arguments: [RestartPolicy.never, .always])
  func aPackThatIsNotThere(policy: RestartPolicy) async throws {
    try await run("\(silence) ! earfingerprint pack=/nowhere/p.earpack ! earapi ! eartimelinesink", policy)
    #expect(log.words == ["starting 0", "stopped pack"])
    #expect(log.error?.message.contains("/nowhere/p.earpack") == true)
  }

  @Test func aPackThatIsNone() async throws {
    let file = try sound.folder.write("bad.earpack", Array("no pack at all".utf8))
    try await run("\(silence) ! earfingerprint pack=\(file) ! earapi ! eartimelinesink", .onFailure)
    #expect(log.words == ["starting 0", "stopped pack"])
  }

  @Test func aPackThatHasGoneWhenItIsStartedAgain() async throws {
    let trouble = Mutex<ElementRef?>(nil)
    let runner = try PipelineRunner(sound.description("\(silence) ! eartroublemaker name=x"), restart: quick, log: log)
    {
      pipeline in trouble.withLock { $0 = pipeline.element(named: "x") }
    }
    runner.start()
    try await log.wait(for: "running")
    try FileManager.default.removeItem(atPath: sound.pack)
    trouble.withLock { $0 }?.set("now", "error:gone")
    try await log.wait { $0.last?.hasPrefix("stopped") == true }
    #expect(log.words.last == "stopped pack")
  }

  @Test(arguments: [
    ("eartimelinesink", "earapi"), ("earapi ! eartimelinesink", "earfingerprint"),
  ])
  func stagesThatAreNotThere(stages: String, missing: String) async throws {
    try await run("\(silence) ! \(stages)", .always)
    #expect(log.words.last == "stopped stage")
    #expect(log.error?.message.contains(missing) == true)
  }

  @Test func aFileThatIsNotThere() async throws {
    try await run(sound.line("filesrc location=/nowhere/a.wav ! wavparse"))
    #expect(log.words == ["starting 0", "stopped input"])
  }

  @Test func aStreamWithoutAudio() async throws {
    try await run(sound.line("audiotestsrc num-buffers=0 ! audio/x-raw,rate=16000"))
    #expect(log.words == ["starting 0", "stopped input"])
  }

  // MARK: What may pass

  @Test func anErrorIsTriedAgainWithGrowingDelays() async throws {
    let runner = try PipelineRunner(
      sound.description("\(silence) ! identity error-after=3"),
      restart: .init(when: .onFailure, initialDelay: 0.01, maximumDelay: 10), log: log)
    runner.start()
    try await log.wait(for: "starting 4")
    await runner.stopped()
    let delays = log.words.filter { $0.hasPrefix("recovering") }.compactMap { Double($0.split(separator: " ")[2]) }
    #expect(delays.prefix(4) == [0.01, 0.02, 0.04, 0.08])
    #expect(log.words.prefix(3) == ["starting 0", "running", "recovering stage 0.01"])
    #expect(log.words.filter { $0.hasPrefix("stopped") } == ["stopped"] && log.words.last == "stopped")
    #expect(runner.statistics.restarts >= 4)
  }

  @Test func aServerThatIsNotThere() async throws {
    let runner = try PipelineRunner(
      sound.description("tcpclientsrc host=127.0.0.1 port=1 ! wavparse"), restart: quick, log: log)
    runner.start()
    try await log.wait(for: "starting 2")
    await runner.stopped()
    #expect(log.words.prefix(2) == ["starting 0", "recovering network 0.02"])
    #expect(log.words.last == "stopped" && !log.words.contains("running"))
  }

  @Test func aDeviceThatIsNotThere() async throws {
    try await run(sound.line("osssrc device=/dev/nosuchdevice ! audioconvert"))
    #expect(log.words == ["starting 0", "stopped device"])
  }

  @Test func aStalledSourceIsStartedAgain() async throws {
    let valve = Mutex<ElementRef?>(nil)
    let runner = try PipelineRunner(
      sound.description("\(silence) ! valve name=v drop=true"),
      restart: .init(when: .onFailure, initialDelay: 0.05, stallTimeout: 0.3), log: log
    ) { pipeline in valve.withLock { $0 = pipeline.element(named: "v") } }
    runner.start()
    try await log.wait { $0.contains { $0.hasPrefix("recovering stalled") } }
    valve.withLock { $0 }?.set("drop", false)
    try await log.wait(for: "running")
    // And one that stops in the middle.
    valve.withLock { $0 }?.set("drop", true)
    try await log.wait { $0.filter { $0.hasPrefix("recovering stalled") }.count >= 2 }
    await runner.stopped()
    #expect(log.words.last == "stopped")
  }

  @Test func aStallIsAnEndWhereNothingIsTriedAgain() async throws {
    try await run(
      sound.line("appsrc caps=audio/x-raw,format=S16LE,rate=8000,channels=1,layout=interleaved format=time"),
      .init(when: .never, stallTimeout: 0.3))
    #expect(log.words == ["starting 0", "stopped stalled"])
  }

  @Test func aSourceThatEndsIsStartedAgainWhereItShouldNever() async throws {
    let runner = try PipelineRunner(
      sound.description("audiotestsrc is-live=true num-buffers=5 ! audio/x-raw,rate=16000"),
      restart: .init(when: .always, initialDelay: 0.01), log: log)
    runner.start()
    try await log.wait(for: "starting 4")
    await runner.stopped()
    #expect(log.words.prefix(4) == ["starting 0", "running", "recovering input 0.01", "starting 1"])
    // An end is no failure: the wait stays as it is.
    #expect(log.words.filter { $0.hasPrefix("recovering") }.prefix(4).allSatisfy { $0 == "recovering input 0.01" })
    #expect(log.words.last == "stopped")
  }

  @Test func stopDuringTheWait() async throws {
    let runner = try PipelineRunner(
      sound.description("tcpclientsrc host=127.0.0.1 port=1 ! wavparse"),
      restart: .init(when: .onFailure, initialDelay: 3600, maximumDelay: 3600), log: log)
    for turn in 1...3 {
      runner.start()
      try await log.wait(for: "recovering network 3600.0", count: turn)
      if turn == 2 { runner.stop() }
      runner.stopAndWait()
      #expect(log.words.last == "stopped")
      #expect(log.words.filter { $0 == "stopped" }.count == turn)
    }
  }

  @Test func timesNeverStepBackAfterABreak() async throws {
    let file = try sound.recording("one")
    let runner = try PipelineRunner(
      sound.description("filesrc location=\(file) ! wavparse"),
      restart: .init(when: .always, initialDelay: 0.01, maximumDelay: 0.01), log: log)
    runner.start()
    try await log.wait(for: "ended one", count: 3)
    await runner.stopped()
    let rows = log.records.filter { $0.event == .ended }.map(\.activity)
    for (before, after) in zip(rows, rows.dropFirst()) { #expect(after.start >= before.end ?? .max) }
    #expect(Set(rows.map(\.id)).count == rows.count)
  }

  @Test func faultsAndWarningsAreToldAndChangeNothing() async throws {
    let element = Mutex<ElementRef?>(nil)
    let fingerprint = Mutex<ElementRef?>(nil)
    let runner = try PipelineRunner(
      sound.description("\(silence) ! eartroublemaker name=x"), source: "kitchen", log: log
    ) { pipeline in
      element.withLock { $0 = pipeline.element(named: "x") }
      fingerprint.withLock { $0 = pipeline.element(named: "fingerprint") }
    }
    runner.start()
    try await log.wait(for: "running")
    element.withLock { $0 }?.set(
      "now",
      "earmark-fault, contract=(int)1, stage=(string)x, code=(int)400, text=(string)\"no network\", retry-in=(guint64)2000000000, restored=(boolean)false"
    )
    element.withLock { $0 }?.set("now", "earmark-fault, contract=(int)1, stage=(string)x, code=(int)400")
    element.withLock { $0 }?.set("now", "somebody-elses, text=(string)a")
    element.withLock { $0 }?.set("now", "warning:a stranger's")
    fingerprint.withLock { $0 }?.set("pack", "/nowhere/other.earpack")
    try await log.wait(for: "fault", count: 2)
    await runner.stopped()
    #expect(log.faults.count == 2)
    #expect(log.faults.first?["text"] == .string("no network") && log.faults.first?["retry_in"] == .integer(2))
    #expect(log.faults.first?["source"] == .string("kitchen") && log.faults.first?["code"] == .integer(400))
    #expect(log.faults.last?["text"]?.stringValue?.contains("/nowhere/other.earpack") == true)
    #expect(log.words.last == "stopped")
  }
}
