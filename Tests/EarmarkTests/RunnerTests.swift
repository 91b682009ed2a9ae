import Earmark
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

private final class WeakPipeline: @unchecked Sendable {  // set before anything runs, read after it has ended
  weak var value: Pipeline?
}

/// A pipeline that is kept running: one session from start to stop.
@Suite struct RunnerTests {
  let sound: Sound
  let log = RunnerLog()
  let silence = "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000"

  init() throws { sound = try Sound() }

  @Test func aRecordingRunsToItsEnd() async throws {
    let file = try sound.recording("one", nil, "two")
    let runner = try PipelineRunner(
      sound.description("filesrc location=\(file) ! decodebin ! audioconvert"), source: "b.wav", log: log)
    runner.start()
    try await log.wait(for: "stopped")
    #expect(
      log.words == ["starting 0", "running", "started one", "ended one", "started two", "ended two", "stopped"])
    #expect(log.records.allSatisfy { $0.source == "b.wav" })
    #expect(abs(runner.statistics.heard - 36) < 0.1)
    #expect(runner.statistics.lost == 0 && runner.statistics.dropped == 0 && runner.statistics.restarts == 0)
  }

  /// Also with elements whose pads are new each time.
  @Test(
    arguments: [
      "filesrc location=FILE ! wavparse", "filesrc location=FILE ! decodebin ! audioconvert",
      "uridecodebin uri=file://FILE ! audio/x-raw,format=S16LE,layout=interleaved ! audioconvert",
      "filesrc location=FILE ! decodebin name=d d. ! queue",
    ])
  func theSamePipelineRunsAgain(source: String) async throws {
    let file = try sound.recording("one")
    let runner = try PipelineRunner(
      sound.description(source.replacingOccurrences(of: "FILE", with: file)), log: log)
    for turn in 1...3 {
      runner.start()
      try await log.wait(for: "stopped", count: turn)
      #expect(log.words.suffix(5) == ["starting 0", "running", "started one", "ended one", "stopped"])
      // A session begins at 0 again.
      #expect((log.records.last?.activity.start ?? 99) < 1_000_000_000)
      #expect(abs(runner.statistics.heard - 12) < 0.1)
    }
  }

  @Test func stoppingDecidesWhatWasHeardLast() async throws {
    let file = try sound.recording("one")
    let runner = try PipelineRunner(
      sound.description("filesrc location=\(file) ! wavparse ! identity sync=true"), log: log)
    runner.start()
    try await log.wait(for: "started one")
    await runner.stopped()
    #expect(log.words == ["starting 0", "running", "started one", "ended one", "stopped"])
  }

  @Test func aSourceThatDoesNotEndIsStoppedAllTheSame() async throws {
    // The end of the stream is swallowed on the way.
    let runner = try PipelineRunner(sound.description("\(silence) ! identity eos-after=100000 name=i"), log: log) {
      $0.element(named: "i")?.onSignal("handoff") { _ in }
    }
    runner.start()
    try await log.wait(for: "running")
    runner.stopAndWait()
    #expect(log.words == ["starting 0", "running", "stopped"])
  }

  @Test func stopInsideReceive() async throws {
    let holder = Mutex<PipelineRunner?>(nil)
    let log = log
    let runner = try PipelineRunner(sound.description(silence)) { event in
      log.add(event)
      if case .running = event {
        // Waits for nothing here, since it would be for itself.
        holder.withLock { $0 }?.stopAndWait()
        holder.withLock { $0 }?.stop()
      }
    }
    holder.withLock { $0 = runner }
    runner.start()
    try await log.wait(for: "stopped")
    holder.withLock { $0 = nil }
    #expect(log.words == ["starting 0", "running", "stopped"])
  }

  @Test func stopOnTheStreamingThread() async throws {
    let file = try sound.recording("one", "two")
    let holder = Mutex<PipelineRunner?>(nil)
    let runner = try PipelineRunner(sound.description("filesrc location=\(file) ! wavparse"), log: log) { pipeline in
      pipeline.element(named: "timeline")?.onSignal("activity") { _ in holder.withLock { $0 }?.stop() }
    }
    holder.withLock { $0 = runner }
    runner.start()
    try await log.wait(for: "stopped")
    holder.withLock { $0 = nil }
    #expect(log.words.filter { $0.hasPrefix("stopped") } == ["stopped"])
    #expect(log.words.last == "stopped")
    #expect(log.records.last?.event == .ended)
  }

  @Test func stopDuringTheStart() async throws {
    let runner = try PipelineRunner(sound.description(silence), log: log)
    for turn in 1...30 {
      runner.start()
      if turn % 3 == 0 { usleep(UInt32(turn) * 300) }
      runner.stop()
      runner.stop()
      try await log.wait(for: "stopped", count: turn)
    }
    #expect(log.words.filter { $0 == "starting 0" }.count == 30)
    #expect(log.words.filter { $0.hasPrefix("stopped") }.count == 30)
    #expect(log.words.last == "stopped")
  }

  @Test func startAndStopFromManyThreads() async throws {
    let runner = try PipelineRunner(sound.description(silence), log: log)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<20 {
            if (task + turn) % 3 == 0 { runner.stop() } else { runner.start() }
            runner.pause()
            _ = runner.statistics
            runner.resume()
          }
        }
      }
    }
    await runner.stopped()
    // Sessions follow on each other, whole.
    var isOpen = false
    for word in log.words where word == "starting 0" || word == "stopped" {
      #expect(isOpen == (word == "stopped"))
      isOpen.toggle()
    }
    #expect(!isOpen && log.words.last == "stopped")
    let count = log.words.count
    try await Task.sleep(for: .milliseconds(200))
    #expect(log.words.count == count)
  }

  @Test func stoppingWhatWasNeverStartedSaysNothing() async throws {
    let runner = try PipelineRunner(sound.description(silence), log: log)
    runner.stop()
    runner.stopAndWait()
    await runner.stopped()
    runner.pause()
    runner.resume()
    #expect(log.words.isEmpty)
  }

  @Test func aBlockedReceiverDelaysNothingElse() async throws {
    let file = try sound.recording("one")
    let gate = DispatchSemaphore(value: 0)
    let log = log
    let runner = try PipelineRunner(sound.description("filesrc location=\(file) ! wavparse")) { event in
      if case .starting = event { gate.wait() }
      log.add(event)
    }
    runner.start()
    // Meanwhile the pipeline runs to its end.
    for _ in 0..<3000 where runner.statistics.heard < 11.9 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(log.words.isEmpty)
    runner.stop()
    gate.signal()
    try await log.wait(for: "stopped")
    #expect(log.words == ["starting 0", "running", "started one", "ended one", "stopped"])
  }

  @Test func lettingGoOfARunningRunnerStopsItsPipeline() async throws {
    let pipeline = WeakPipeline()
    var runner: PipelineRunner? = try PipelineRunner(sound.description(silence), log: log) { pipeline.value = $0 }
    runner?.start()
    try await log.wait(for: "running")
    runner = nil
    let count = log.words.count
    try await Task.sleep(for: .milliseconds(200))
    #expect(log.words.count == count && pipeline.value == nil)
  }

  @Test func aPauseIsNoStall() async throws {
    let runner = try PipelineRunner(
      sound.description(silence), restart: .init(when: .never, stallTimeout: 0.5), log: log)
    runner.start()
    try await log.wait(for: "running")
    runner.pause()
    try await Task.sleep(for: .seconds(1))
    let heard = runner.statistics.heard
    runner.resume()
    for _ in 0..<1000 where runner.statistics.heard <= heard { try await Task.sleep(for: .milliseconds(10)) }
    await runner.stopped()
    #expect(log.words == ["starting 0", "running", "stopped"])
  }

  @Test func theGraphIsWritten() throws {
    let runner = try PipelineRunner(sound.description(silence), log: log)
    let file = sound.folder.path("graph.dot")
    try runner.writeDot(to: file)
    #expect(String(decoding: try sound.folder.contents("graph.dot"), as: UTF8.self).contains("EarFingerprint"))
    #expect { try runner.writeDot(to: "/nowhere/graph.dot") } throws: { "\($0)".contains("/nowhere/graph.dot") }
  }

  @Test func severalSinksAreTold() async throws {
    let file = try sound.recording("one")
    let branch = "earfingerprint pack=\(sound.pack) ! earapi ! eartimelinesink"
    let runner = try PipelineRunner(
      .text(
        "filesrc location=\(file) ! wavparse ! tee name=t t. ! queue ! \(branch) name=a t. ! queue ! \(branch) name=b"),
      log: log)
    runner.start()
    try await log.wait(for: "stopped")
    let sinks = log.all.compactMap { if case .activity(_, let sink) = $0 { sink } else { nil } }
    #expect(Set(sinks) == ["a", "b"])
    #expect(log.words.filter { $0 == "ended one" }.count == 2 && log.words.filter { $0 == "running" }.count == 1)
  }
}
