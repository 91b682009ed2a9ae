import CGStreamer
import Foundation
import Synchronization
import Recognition
import TestAudio
import Testing

@testable import GStreamerKit

/// `earfingerprint` where time does not simply go on.
@Suite struct FingerprintTimeTests {
  static let second: UInt64 = 1_000_000_000

  /// Runs 12 s of one material, cut into 50 ms, with something done to the buffers.
  func run(
    _ bench: FingerprintBench, _ fate: @escaping @Sendable (Int, UInt64) -> PadMeddler.Fate
  ) async throws -> StageRun {
    try await bench.run(before: "audiomixer output-buffer-duration=50000000 ! identity name=before") { pipeline in
      PadMeddler.install(on: pipeline.element(named: "before"), fate)
    }
  }

  // MARK: Missing audio

  @Test(arguments: ["drop", "gap", "silence"])
  func aShortHoleIsBridged(how: String) async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let result = try await run(bench) { _, time in
      guard (5 * Self.second..<6 * Self.second).contains(time) else { return .pass }
      return how == "drop" ? .drop : how == "gap" ? .gap : .silence
    }
    #expect(result.heard == ["one"])
    let last = try #require(result.observations.last)
    #expect(Double(last.matchedFrom) / 1e9 < 0.5, "one stretch over the hole")
    #expect(last.runningTime >= 12 * Self.second - Self.second / 20)
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
  }

  @Test(arguments: ["drop", "gap", "silence"])
  func aLongHoleIsNot(how: String) async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let result = try await run(bench) { _, time in
      guard (5 * Self.second..<9 * Self.second).contains(time) else { return .pass }
      return how == "drop" ? .drop : how == "gap" ? .gap : .silence
    }
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
    #expect(result.observations.contains { $0.runningTime <= 5 * Self.second })
    let later = result.observations.filter { $0.runningTime > 9 * Self.second }
    #expect(!later.isEmpty, "\(result.observations)")
    if how == "drop" { #expect(later.allSatisfy { $0.matchedFrom >= 9 * Self.second - Self.second / 20 }) }
  }

  @Test func manySmallHolesMoveNothing() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let result = try await run(bench) { number, _ in number % 20 == 19 ? .drop : .pass }
    #expect(result.heard == ["one"])
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
  }

  @Test func aFlagAloneChangesNothing() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let plain = try await run(bench) { _, _ in .pass }
    let flagged = try await run(bench) { number, _ in number % 7 == 3 ? .discontinuity : .pass }
    #expect(!plain.observations.isEmpty && plain.observations.says(sameAs: flagged.observations))
  }

  @Test func timestampsThatAreMissingAreCountedOn() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let plain = try await run(bench) { _, _ in .pass }
    let result = try await run(bench) { number, _ in number % 5 == 0 ? .pass : .at(nil) }
    #expect(!plain.observations.isEmpty && plain.observations.says(sameAs: result.observations))
  }

  @Test func jitterIsNoHole() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let result = try await run(bench) { number, time in .at(time + UInt64(number % 3) * 15_000_000) }
    #expect(result.heard == ["one"])
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.06 })
    #expect(result.observations.last.map { Double($0.matchedFrom) / 1e9 < 0.5 } == true)
  }

  /// The clock of a sound card that is 0.05 % fast: the timestamps win, and what is heard stays one.
  @Test func aClockThatDriftsIsFollowed() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let result = try await run(bench) { _, time in .at(time + time / 2000) }
    #expect(result.heard == ["one"])
    #expect(result.observations.last.map { Double($0.matchedFrom) / 1e9 < 0.5 } == true)
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
  }

  // MARK: Jumps

  @Test func aJumpForward() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let result = try await run(bench) { _, time in time < 6 * Self.second ? .pass : .at(time + 20 * Self.second) }
    #expect(result.observations.allSatisfy { $0.runningTime <= 6 * Self.second || $0.runningTime > 26 * Self.second })
    let later = result.observations.filter { $0.runningTime > 26 * Self.second }
    #expect(!later.isEmpty && later.allSatisfy { abs($0.error(begun: 20)) < 0.03 })
    #expect(later.allSatisfy { $0.matchedFrom >= 26 * Self.second - Self.second / 20 })
  }

  @Test func aJumpBackward() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    let result = try await run(bench) { _, time in time < 6 * Self.second ? .pass : .at(time - 5 * Self.second) }
    let split = try #require(result.observations.firstIndex { abs($0.error(begun: -5)) < 0.03 })
    #expect(result.observations[..<split].allSatisfy { abs($0.error(begun: 0)) < 0.03 })
    #expect(result.observations[split...].allSatisfy { abs($0.error(begun: -5)) < 0.03 })
    #expect(split > 1 && result.observations.count - split > 1)
  }

  // MARK: Segments

  @Test func theFormatMayChange() async throws {
    let bench = try FingerprintBench([.init(material: "one", until: 6)])
    let second = try Broadcast.write(
      [.init(material: "one", from: 6)], to: bench.folder, name: "second.wav", rate: 44100)
    let result = try await StageRun(
      """
      concat name=all ! \(bench.stage()) ! fakesink \
      filesrc location=\(bench.file) ! wavparse ! all. filesrc location=\(second) ! wavparse ! all.
      """)
    #expect(result.heard == ["one"])
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
    #expect(result.observations.last.map { Double($0.matchedFrom) / 1e9 < 0.5 } == true, "one stretch over the change")
  }

  @Test func aSecondStreamIsAnnouncedToAnew() async throws {
    try #require(StageRun.isReady)
    let bench = try FingerprintBench([.init(material: "one", until: 4)])
    let pipeline = try Pipeline(bench.line(after: "earwatch name=back ! fakesink"))
    for round in 1...3 {
      try await pipeline.run()
      let log: String = try #require(pipeline.element(named: "back")?.get("log"))
      let announcements = log.split(separator: "\n").filter { $0.hasPrefix("event earmark-stage-fingerprint") }
      #expect(announcements.count == round)
      #expect(announcements.allSatisfy { $0.contains("max-false-alarms=(double)1") && $0.contains(bench.pack) })
      #expect(announcements.last?.contains("pack-generation=(guint64)\(round)") == true)
    }
  }

  @Test func everyRunIsTheSame() async throws {
    try #require(StageRun.isReady)
    let bench = try FingerprintBench([.init(material: "one", until: 4), .init(material: "two", until: 5)])
    let pipeline = try Pipeline(bench.line(after: "earapi ! eartimelinesink name=timeline"))
    let first = try await StageRun(pipeline)
    #expect(first.rows.count == 2 && first.observations.count > 4)
    for _ in 0..<2 {
      let next = try await StageRun(pipeline)
      #expect(next.observations == first.observations)
      #expect(next.summary == first.summary)
    }
  }

  @Test(arguments: [2.0, 0.5])
  func aRateMovesRunningTimeAlone(rate: Double) async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    try #require(StageRun.isReady)
    let pipeline = try Pipeline(bench.line(after: "fakesink name=sink"))
    let heard = Mutex<[Structure]>([])
    let observer = pipeline.bus.observe { message in
      if case .element(_, let structure) = message { heard.withLock { $0.append(structure) } }
    }
    defer { observer.cancel() }
    try await pipeline.preroll()
    let sink = try #require(pipeline.element(named: "sink"))
    let isDone = gst_element_seek(
      sink.pointer, rate, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, 0)
    try #require(isDone != 0)
    heard.withLock { $0 = [] }
    try await pipeline.run()
    var run = try await StageRun("fakesrc num-buffers=0 ! fakesink")
    run.messages = heard.withLock { $0 }
    #expect(run.heard == ["one"] && run.observations.count >= 8)
    for (observation, message) in zip(run.observations, run.messages) {
      #expect(abs(observation.error(begun: 0, rate: rate)) < 0.03 * max(1, rate))
      #expect(abs(observation.rate - rate) < 0.01)
      let stream: UInt64 = try #require(message["stream-time"])
      #expect(abs(Double(stream) / 1e9 - Double(observation.position) / 1e9) < 0.03)
    }
  }

  @Test(arguments: [0.5, 1.5, 3.0, 3.99, 4.0])
  func theEndDecidesTheLastEvidence(seconds: Double) async throws {
    let bench = try FingerprintBench([.init(material: "two", from: 2, until: 2 + seconds)])
    let result = try await bench.run(after: "earapi ! eartimelinesink name=timeline")
    #expect(result.error == nil)
    if seconds >= 3 {
      #expect(result.rows.map { $0["material_id"]?.stringValue } == ["two"])
      #expect(abs((result.rows.first?["position"]?.doubleValue ?? 0) - 2) < 0.5)
      let last = try #require(result.observations.last)
      #expect(last.runningTime == UInt64(seconds * 1e9))
    }
  }

  @Test func audioWithoutAnyTimeIsCounted() async throws {
    let bench = try FingerprintBench([.init(material: "one")])
    // A segment in bytes and no timestamps.
    let result = try await StageRun(
      """
      filesrc location=\(bench.file) blocksize=3200 ! audio/x-raw,format=S16LE,rate=16000,channels=1,layout=interleaved \
      ! \(bench.stage()) ! fakesink
      """)
    #expect(result.heard == ["one"] && result.error == nil)
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
  }
}
