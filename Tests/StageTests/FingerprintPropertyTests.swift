import CGStreamer
import Foundation
import Recognition
import TestAudio
import Testing

@testable import Fingerprinting
@testable import GStreamerKit

/// The properties of `earfingerprint`, its pack first, and how it stops.
@Suite struct FingerprintPropertyTests {
  static let second: UInt64 = 1_000_000_000

  // MARK: Interval

  @Test(arguments: [250_000_000, 333_000_000, 1_000_000_000, 2_500_000_000, 10_000_000_000] as [UInt64])
  func statementsComeAtMultiplesOfTheInterval(interval: UInt64) async throws {
    let bench = try FingerprintBench([.init(material: "one"), .init(material: "one")])
    let result = try await bench.run(properties: "interval=\(interval)")
    #expect(result.heard == ["one"])
    for observation in result.observations.dropLast() {
      let rest = observation.runningTime % interval
      #expect(min(rest, interval - rest) < 2_000_000)
      #expect(abs(Double(observation.duration) - Double(interval)) < 2e6)
    }
    // The end decides anew what was said last, where it is at a multiple.
    let times = result.observations.map(\.runningTime)
    #expect(times == times.sorted() && Set(times).count >= times.count - 1)
    // Within the first second or so there is not enough to say anything.
    #expect(UInt64(times.count) >= 19 * Self.second / interval)
  }

  @Test(arguments: [
    ("interval", "0", "1000000000"), ("interval", "249999999", "1000000000"), ("interval", "10000000001", "1000000000"),
    ("max-false-alarms", "0", "1"), ("max-false-alarms", "-3", "1"), ("speed-range", "0.11", "0.04"),
    ("speed-range", "-0.01", "0.04"), ("interval", "often", "1000000000"), ("post-messages", "perhaps", "false"),
  ])
  func aValueOutOfRangeKeepsTheDefault(name: String, text: String, initial: String) throws {
    try #require(StageRun.isReady)
    let pipeline = try Pipeline("earfingerprint name=fingerprint")
    let element = try #require(pipeline.element(named: "fingerprint"))
    #expect(!element.set(name, text: text))
    let value =
      switch element.get(name) {
      case .uint64(let value): "\(value)"
      case .double(let value): value == 1 ? "1" : "\(value)"
      case .boolean(let value): "\(value)"
      default: ""
      }
    #expect(value == initial)
  }

  @Test func theLimitIsAnnounced() async throws {
    try #require(StageRun.isReady)
    let bench = try FingerprintBench()
    let pipeline = try Pipeline(
      bench.line(properties: "max-false-alarms=0.25", after: "earwatch name=back ! fakesink"))
    try await pipeline.run()
    let log: String = try #require(pipeline.element(named: "back")?.get("log"))
    let line = try #require(log.split(separator: "\n").first { $0.hasPrefix("event earmark-stage-fingerprint") })
    let announcement = try #require(Structure(parsing: String(line.dropFirst("event ".count))))
    #expect(announcement["max-false-alarms"] == 0.25 && announcement["pack"] == bench.pack)
    #expect(announcement["contract"] == Int32(1) && announcement["stage"] == "earfingerprint")
    #expect(!(announcement["algorithm"] ?? "").isEmpty)
  }

  @Test func aSpeedBeyondTheRangeIsNotSearched() async throws {
    let bench = try FingerprintBench()
    // 8 % faster: the same samples, declared at a higher rate.
    try bench.folder.write("b.wav", WaveFile.bytes(Broadcast.samples([.init(material: "one")]), rate: 17280))
    let found = try await bench.run(properties: "speed-range=0.1")
    #expect(found.heard == ["one"])
    #expect(found.observations.allSatisfy { abs($0.rate - 1.08) < 0.01 })
    #expect(try await bench.run(properties: "speed-range=0").observations.isEmpty)
  }

  @Test func messagesAreOnlyPostedWhenAskedFor() async throws {
    let bench = try FingerprintBench()
    let result = try await StageRun(
      "filesrc location=\(bench.file) ! wavparse ! earfingerprint pack=\(bench.pack) ! fakesink")
    #expect(result.messages.isEmpty && result.error == nil)
  }

  // MARK: Pack

  @Test func withoutAPackItWarnsOnce() async throws {
    let bench = try FingerprintBench()
    let result = try await StageRun("filesrc location=\(bench.file) ! wavparse ! earfingerprint ! fakesink")
    #expect(result.warnings.count == 1 && result.warnings[0].contains("pack") && result.error == nil)
  }

  @Test func aPackOfNothingRecognisesNothing() async throws {
    let bench = try FingerprintBench()
    try bench.folder.write("p.earpack", Broadcast.pack([]))
    let result = try await bench.run()
    #expect(result.observations.isEmpty && result.error == nil && result.warnings == [])
  }

  @Test func aPackSetWhilePlayingIsUsedFromThereOn() async throws {
    let bench = try FingerprintBench([.init(material: "one"), .init(material: "two")])
    let first = try bench.folder.write("first.earpack", Broadcast.pack(["one"]))
    let second = try bench.folder.write("second.earpack", Broadcast.pack(["two"]))
    let result = try await bench.run(after: "earwatch name=back ! earapi ! eartimelinesink name=timeline") { pipeline in
      pipeline.element(named: "fingerprint")?.set("pack", first)
      PadMeddler.install(on: pipeline.element(named: "before")) { [weak pipeline] _, time in
        if (6 * Self.second..<6 * Self.second + 128_000_000).contains(time) {
          pipeline?.element(named: "fingerprint")?.set("pack", second)
        }
        return .pass
      }
    }
    #expect(result.heard == ["one", "two"])
    #expect(result.observations.filter { $0.materialID == "one" }.allSatisfy { $0.runningTime <= 7 * Self.second })
    // What a stretch is said to be may only be known some seconds after its beginning.
    let two = try #require(result.observations.first { $0.materialID == "two" })
    #expect(two.runningTime <= 17 * Self.second && abs(two.error(begun: 12)) < 0.03)
    #expect(result.rows.map { $0["title"]?.stringValue } == ["Spot one", "Spot two"])
    #expect(result.warnings == [] && result.error == nil)
  }

  /// The same path again loads what was added to the pack since; what is playing is not disturbed by the addition.
  @Test func aPackThatGrewIsLoadedAgain() async throws {
    let bench = try FingerprintBench([.init(material: "one"), .init(material: "two")])
    let path = try bench.folder.write("growing.earpack", Broadcast.pack(["one"]))
    var builder = PackBuilder(contentsOf: try Pack(path: path))
    builder.policy.wholeSize = 1
    try builder.write(to: path, merging: true)
    let other = try Pack(path: try bench.folder.write("second.earpack", Broadcast.pack(["two"])))
    let (material, fingerprint) = (other.materials[0], try other.fingerprint(at: 0))
    let result = try await bench.run(after: "earwatch name=back ! earapi ! eartimelinesink name=timeline") { pipeline in
      pipeline.element(named: "fingerprint")?.set("pack", path)
      PadMeddler.install(on: pipeline.element(named: "before")) { [weak pipeline] _, time in
        if (6 * Self.second..<6 * Self.second + 128_000_000).contains(time),
          var builder = (try? Pack(path: path)).map({ PackBuilder(contentsOf: $0) }), builder.count == 1
        {
          builder.policy = PackMergePolicy(wholeSize: 1, ratio: 0, mostWasted: 1)
          try? builder.add(material, fingerprint: fingerprint)
          try? builder.write(to: path)
          pipeline?.element(named: "fingerprint")?.set("pack", path)
        }
        return .pass
      }
    }
    #expect(try Pack(path: path).usage.segments == 2)
    #expect(result.heard == ["one", "two"])
    #expect(result.warnings == [] && result.error == nil)
  }

  @Test(arguments: ["missing", "text", "folder"])
  func aBadPackSetWhilePlayingLeavesTheOldOne(kind: String) async throws {
    let bench = try FingerprintBench([.init(material: "one"), .init(material: "two")])
    let bad: String
    switch kind {
    case "missing": bad = bench.folder.path("bad.earpack")
    case "text": bad = try bench.folder.write("bad.earpack", Array("hello\n".utf8))
    default:
      bad = bench.folder.path("bad.earpack")
      try FileManager.default.createDirectory(atPath: bad, withIntermediateDirectories: false)
    }
    let result = try await bench.run { pipeline in
      PadMeddler.install(on: pipeline.element(named: "before")) { [weak pipeline] number, _ in
        if number == 40 { pipeline?.element(named: "fingerprint")?.set("pack", bad) }
        return .pass
      }
    }
    #expect(result.heard == ["one", "two"] && result.error == nil)
    #expect(result.warnings.count == 1 && result.warnings[0].contains("bad.earpack"))
  }

  // MARK: Bad packs

  /// Expects an error that names the file, in one sentence.
  private func expectError(
    _ bench: FingerprintBench, code: ElementError.Resource, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await bench.run()
    let error = try #require(result.error, sourceLocation: sourceLocation)
    #expect(error.domain == .resource && error.code == code.rawValue, "\(error)", sourceLocation: sourceLocation)
    #expect(error.message.contains("p.earpack"), "\(error)", sourceLocation: sourceLocation)
    #expect(!error.message.contains("\n") && !error.message.contains(". "), "\(error)", sourceLocation: sourceLocation)
    #expect(result.observations.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func aMissingPack() async throws {
    let bench = try FingerprintBench()
    try FileManager.default.removeItem(atPath: bench.pack)
    try await expectError(bench, code: .notFound)
  }

  @Test func aPackOfANewerMajorVersion() async throws {
    let bench = try FingerprintBench()
    var bytes = [UInt8](try Broadcast.standard.get())
    bytes[8] = 3
    try bench.folder.write("p.earpack", bytes)
    try await expectError(bench, code: .settings)
  }

  @Test(arguments: [0, 1, 8, 100, 191, 192, 4095, 5000])
  func aTruncatedPack(length: Int) async throws {
    let bench = try FingerprintBench()
    try bench.folder.write("p.earpack", try Broadcast.standard.get().prefix(length))
    try await expectError(bench, code: .openRead)
  }

  @Test(arguments: [0, 12, 20, 48, 56, 64, 72, 76, 90, 130, 184, 188])
  func aPackWithADamagedHeader(position: Int) async throws {
    let bench = try FingerprintBench()
    var bytes = [UInt8](try Broadcast.standard.get())
    bytes[position] ^= 0x10
    try bench.folder.write("p.earpack", bytes)
    try await expectError(bench, code: .openRead)
  }

  /// Wherever a bit has changed: an error that names the file, or as much as is whole; never a crash.
  @Test func aBitFlippedAnywhere() async throws {
    let bench = try FingerprintBench()
    let whole = [UInt8](try Broadcast.standard.get())
    for position in stride(from: 200, to: whole.count, by: max(1, whole.count / 40)) {
      var bytes = whole
      bytes[position] ^= 0x80
      try bench.folder.write("p.earpack", bytes)
      let result = try await bench.run(after: "earapi ! eartimelinesink name=timeline")
      if let error = result.error { #expect(error.message.contains("p.earpack"), "byte \(position): \(error)") }
    }
  }

  /// Sections that are too large to be looked at when a pack is opened.
  @Test(.timeLimit(.minutes(1)), arguments: ["PEAK", "POST"], [false, true])
  func damageThatOpeningDoesNotSee(section: String, whilePlaying: Bool) async throws {
    let folder = try TemporaryFolder()
    let whole = try Broadcast.writePack(to: folder)
    var bytes = [UInt8](try Broadcast.standard.get())
    let entry = try #require(bytes.firstRange(of: Array(section.utf8))).lowerBound
    let offset = bytes[(entry + 8)..<(entry + 16)].reversed().reduce(0) { $0 << 8 | Int($1) }
    bytes[offset + 9] ^= 0x10
    let bad = try folder.write("bad.earpack", bytes)
    // Without end: nothing but the error stops it.
    let result = try await StageRun(
      """
      audiotestsrc is-live=true samplesperbuffer=480 ! audio/x-raw,rate=48000
      ! earfingerprint name=fingerprint pack=\(whilePlaying ? whole : bad) ! identity name=before ! fakesink
      """
    ) { pipeline in
      guard whilePlaying else { return }
      PadMeddler.install(on: pipeline.element(named: "before")) { [weak pipeline] number, _ in
        if number == 5 { pipeline?.element(named: "fingerprint")?.set("pack", bad) }
        return .pass
      }
    }
    let error = try #require(result.error)
    #expect(error.domain == .resource && error.code == ElementError.Resource.openRead.rawValue)
    #expect(error.message.hasPrefix("\(bad) is damaged (\(section): ") && error.message.hasSuffix("."), "\(error)")
  }

  @Test func whatAPackErrorSaysIsASentence() async throws {
    let bench = try FingerprintBench()
    try FileManager.default.removeItem(atPath: bench.pack)
    let error = try #require(try await bench.run().error)
    #expect(error.message.hasPrefix("There is no pack at \(bench.pack); ") && error.message.hasSuffix("."), "\(error)")
    #expect(!error.message.hasSuffix(".."))
  }

  // MARK: Stopping, latency

  @Test(.timeLimit(.minutes(1)), arguments: ["probe", "clock", "sleep"])
  func itStopsWhileDownstreamIsBlocked(how: String) async throws {
    try #require(StageRun.isReady)
    let bench = try FingerprintBench([.init(material: "one"), .init(material: "two")])
    let after =
      switch how {
      case "clock": "fakesink sync=true"
      case "sleep": "identity sleep-time=200000 ! fakesink"
      default: "identity name=after ! fakesink async=false"
      }
    for _ in 0..<3 {
      let pipeline = try Pipeline(bench.line(after: after))
      if how == "probe" { PadMeddler.block(pipeline.element(named: "after")) }
      try pipeline.play()
      try await Task.sleep(for: .milliseconds(30))
      await pipeline.stopped()
    }
  }

  @Test func latencyIsUnchanged() async throws {
    try #require(StageRun.isReady)
    let bench = try FingerprintBench()
    func latency(_ stages: String) async throws -> [UInt64] {
      let pipeline = try Pipeline(
        "audiotestsrc is-live=true samplesperbuffer=480 ! audio/x-raw,rate=48000 \(stages) ! fakesink name=sink sync=true"
      )
      try pipeline.play()
      let sink = try #require(pipeline.element(named: "sink"))
      // A sink answers once the first buffer has come.
      while (sink.get("stats", as: Structure.self)?["rendered"] ?? UInt64(0)) < 3 {
        try await Task.sleep(for: .milliseconds(5))
      }
      let query = gst_query_new_latency()
      defer { gst_mini_object_unref(UnsafeMutableRawPointer(query)?.assumingMemoryBound(to: GstMiniObject.self)) }
      #expect(gst_element_query(sink.pointer, query) != 0)
      var isLive: gboolean = 0
      var least: GstClockTime = 0
      var most: GstClockTime = 0
      gst_query_parse_latency(query, &isLive, &least, &most)
      await pipeline.stopped()
      return [UInt64(isLive), UInt64(least), UInt64(most)]
    }
    let plain = try await latency("")
    #expect(plain[0] == 1 && plain[1] > 0)
    #expect(try await latency("! earfingerprint pack=\(bench.pack) ! earapi") == plain)
  }
}
