import Earmark
import Foundation
import GStreamerKit
import TestAudio
import Testing

/// A network buffer that fills slowly, behind a source that comes in pieces.
@Suite struct RunnerBufferingTests {
  let sound: Sound
  let log = RunnerLog()
  let buffer = Collected<ElementRef>()
  let percents = Collected<Int>()
  let pipe = Pipe()

  init() throws { sound = try Sound() }

  /// Two seconds of audio are a full buffer; it is empty with a fifth of a second.
  private func runner(_ source: String? = nil, sink: String) throws -> PipelineRunner {
    let source =
      source ?? "fdsrc fd=\(pipe.fileHandleForReading.fileDescriptor) blocksize=1600"
    return try PipelineRunner(
      .text(
        """
        \(source) ! queue2 name=buffer use-buffering=true max-size-bytes=64000 max-size-time=0 max-size-buffers=0
        low-watermark=0.1 high-watermark=0.9
        ! rawaudioparse format=pcm pcm-format=s16le sample-rate=16000 num-channels=1
        ! earfingerprint pack=\(sound.pack) ! earapi ! eartimelinesink \(sink)
        """),
      restart: .init(when: .never, stallTimeout: 60), log: log
    ) { [buffer, percents] pipeline in
      pipeline.element(named: "buffer").map(buffer.add)
      pipeline.bus.observe { if case .buffering(let percent) = $0 { percents.add(percent) } }
    }
  }

  private func feed(seconds: Double) {
    try? pipe.fileHandleForWriting.write(contentsOf: Data(count: Int(seconds * 32000)))
  }

  private var target: Message.State? { buffer.all.first?.targetState }
  private var level: Int { Int(buffer.all.first?.get("current-level-bytes") ?? UInt32(0)) }

  @Test func itIsHeldWhileTheBufferFills() async throws {
    let runner = try runner(sink: "sync=true")
    runner.start()
    feed(seconds: 1)
    try await waitUntil { level > 20000 && target == .paused }
    let before = runner.statistics.heard
    try await Task.sleep(for: .milliseconds(200))
    // What it gave before it was held is in the sink by now.
    #expect(target == .paused && runner.statistics.heard - before < 0.1)
    feed(seconds: 1.5)
    try await waitUntil { runner.statistics.heard > before + 0.5 }
    #expect(target == .playing)
    // It runs dry, and fills again.
    try await waitUntil { target == .paused }
    let heard = runner.statistics.heard
    #expect(heard > 1.5 && percents.all.contains { $0 < 100 })
    feed(seconds: 2.5)
    try await waitUntil { runner.statistics.heard > heard + 0.2 }
    #expect(target == .playing)
    try pipe.fileHandleForWriting.close()
    try await log.wait(for: "stopped")
    #expect(log.words == ["starting 0", "running", "stopped"])
    #expect(abs(runner.statistics.heard - 5) < 0.1)
  }

  /// Held at the very moment it has prerolled, GStreamer forgets to go on.
  @Test(arguments: 1...8) func itIsNeverHeldForGood(turn: Int) async throws {
    let runner = try runner(sink: "sync=true")
    runner.start()
    feed(seconds: 1)
    try await waitUntil { percents.all.contains { $0 > 30 } }
    feed(seconds: 1.5)
    try await log.wait(for: "running")
    await runner.stopped()
  }

  @Test func whoPausesMeanwhileIsNotPlayedTo() async throws {
    let runner = try runner(sink: "sync=true")
    runner.start()
    feed(seconds: 0.5)
    try await waitUntil { level > 10000 && target == .paused }
    runner.pause()
    feed(seconds: 2)
    try await waitUntil { percents.all.last == 100 }
    try await Task.sleep(for: .milliseconds(200))
    #expect(target == .paused)
    runner.resume()
    try await log.wait(for: "running")
    await runner.stopped()
    #expect(log.words == ["starting 0", "running", "stopped"])
  }

  @Test func resumingDoesNotPlayWhatIsNotThereYet() async throws {
    let runner = try runner(sink: "sync=true")
    runner.start()
    feed(seconds: 0.5)
    try await waitUntil { level > 10000 && target == .paused }
    runner.pause()
    runner.resume()
    try await Task.sleep(for: .milliseconds(200))
    #expect(target == .paused && !log.words.contains("running"))
    await runner.stopped()
    #expect(log.words == ["starting 0", "stopped"])
  }

  @Test func theEndFillsTheBuffer() async throws {
    let runner = try runner(sink: "sync=true")
    runner.start()
    feed(seconds: 0.5)
    try await waitUntil { level > 10000 && target == .paused }
    try pipe.fileHandleForWriting.close()
    try await log.wait(for: "stopped")
    #expect(log.words == ["starting 0", "running", "stopped"])
  }

  @Test func whatIsHeardAsItComesIsNotHeld() async throws {
    let runner = try runner(sink: "")
    runner.start()
    feed(seconds: 1)
    try await waitUntil { runner.statistics.heard > 0.9 }
    #expect(target == .playing && percents.all.contains { $0 < 100 })
    try await log.wait(for: "running")
    await runner.stopped()
    #expect(log.words == ["starting 0", "running", "stopped"])
  }

  @Test func aLiveSourceIsNotHeld() async throws {
    let runner = try runner(
      "audiotestsrc is-live=true wave=silence samplesperbuffer=160 ! audio/x-raw,rate=16000,format=S16LE,channels=1",
      sink: "sync=true")
    runner.start()
    try await waitUntil { runner.statistics.heard > 0.5 }
    #expect(target == .playing && percents.all.contains { $0 < 100 })
    try await log.wait(for: "running")
    await runner.stopped()
    #expect(log.words == ["starting 0", "running", "stopped"])
  }
}
