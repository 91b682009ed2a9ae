import Foundation
import GStreamerKit
import Recognition
import TestAudio
import Testing

/// `earfingerprint` over real audio: how it is cut, and its format, do not matter.
@Suite struct FingerprintInputTests {
  @Test func saysWhatIsHeardAndWhere() async throws {
    let bench = try FingerprintBench([.init(material: nil, until: 4), .init(material: "two", from: 1, until: 9)])
    let result = try await bench.run()
    #expect(result.heard == ["two"] && result.warnings == [] && result.error == nil)
    #expect(result.observations.map(\.runningTime).allSatisfy { $0 % 1_000_000_000 == 0 || $0 == 12_000_000_000 })
    for observation in result.observations {
      #expect(abs(observation.error(begun: 3)) < 0.03)
      #expect(abs(Double(observation.matchedFrom) / 1e9 - 4) < 0.5)
      #expect(abs(observation.rate - 1) < 0.002)
      #expect(observation.falseAlarms < 1 && observation.score > 0)
    }
    for message in result.messages {
      #expect(message["stage"] == "fingerprint" && message["contract"] == Int32(1))
      #expect(message["stream-time"] == message["running-time"] as UInt64?)
    }
  }

  @Test(arguments: [62_500, 1_000_000, 23_456_789, 250_000_000, 1_000_000_000, 5_000_000_000])
  func chunkingDoesNotMatter(duration: Int) async throws {
    let bench = try FingerprintBench()
    let whole = try await bench.run().observations
    let cut = try await bench.run(before: "audiomixer output-buffer-duration=\(duration)").observations
    #expect(whole.count >= 3)
    // What a mixer puts out at the end is a whole buffer: the last statement is about another stretch there.
    #expect(cut.dropLast().map(\.runningTime).starts(with: whole.dropLast().map(\.runningTime)))
    #expect(Array(whole.dropLast()).says(sameAs: Array(cut.prefix(whole.count - 1))))
  }

  @Test(arguments: ["S16BE", "S24LE", "S24_32BE", "S32LE", "U16LE", "U32BE", "F32LE", "F64BE"])
  func formatsThatKeepTheSamplesSayTheSame(format: String) async throws {
    let bench = try FingerprintBench()
    let plain = try await bench.run().observations
    let other = try await bench.run(before: "audioconvert ! audio/x-raw,format=\(format)").observations
    #expect(plain.count >= 3 && plain.says(sameAs: other))
  }

  @Test(arguments: [
    "audio/x-raw,format=U8", "audio/x-raw,format=S8,channels=2", "audio/x-raw,channels=2", "audio/x-raw,channels=8",
    "audio/x-raw,channels=64,channel-mask=(bitmask)0",
    "audio/x-raw,rate=8000", "audio/x-raw,rate=11025", "audio/x-raw,rate=22050,channels=2", "audio/x-raw,rate=44100",
    "audio/x-raw,rate=48000,channels=2", "audio/x-raw,rate=96000", "audio/x-raw,rate=192000",
    "audio/x-raw,rate=384000,channels=2,format=F64LE",
  ])
  func formatsRatesAndChannels(caps: String) async throws {
    let bench = try FingerprintBench()
    let plain = try await bench.run().observations
    let other = try await bench.run(before: "audioconvert ! audioresample ! \(caps)").observations
    #expect(abs(other.count - plain.count) <= 1 && other.allSatisfy { $0.materialID == "one" })
    #expect(other.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
  }

  @Test(arguments: [
    "", "audioconvert ! audio/x-raw,format=F64BE,channels=8 ! ", "audiomixer output-buffer-duration=7777777 ! ",
  ])
  func theAudioIsUntouched(before: String) async throws {
    let bench = try FingerprintBench()
    let pipeline = try await watched(bench, before: before)
    let front = try log(pipeline, "front")
    let back = try log(pipeline, "back")
    #expect(front.count > 10)
    #expect(front.contains { $0.hasPrefix("caps ") } && front.contains { $0.hasPrefix("segment ") })
    #expect(back.filter { !$0.hasPrefix("event ") } == front.filter { !$0.hasPrefix("event ") })
    #expect(back.filter { $0.hasPrefix("event earmark-material") }.count >= 3)
    #expect(!front.contains { $0.hasPrefix("event earmark") })
  }

  @Test func aStatementComesBeforeTheBufferThatCompletesItsStretch() async throws {
    let bench = try FingerprintBench()
    let pipeline = try await watched(bench, before: "audiomixer output-buffer-duration=100000000 ! ")
    var passed: UInt64 = 0
    var count = 0
    for line in try log(pipeline, "back") {
      let words = line.split(separator: " ")
      if words[0] == "buffer" {
        passed = try #require(UInt64(words[1])) + #require(UInt64(words[2]))
      } else if line.hasPrefix("event earmark-material") {
        let event = try #require(Structure(parsing: String(line.dropFirst("event ".count))))
        let end: UInt64 = try #require(event["running-time"])
        #expect(end > passed - 1_000_000 && end <= passed + 101_000_000)
        count += 1
      }
    }
    #expect(count >= 3)
  }

  /// Runs it between two watching stages to the end, and leaves it there.
  private func watched(_ bench: FingerprintBench, before: String) async throws -> Pipeline {
    try #require(StageRun.isReady)
    let pipeline = try Pipeline(
      bench.line(before: before + "earwatch name=front", after: "earwatch name=back ! fakesink"))
    try await pipeline.run()
    return pipeline
  }

  private func log(_ pipeline: Pipeline, _ name: String) throws -> [String] {
    let text: String = try #require(pipeline.element(named: name)?.get("log"))
    return text.split(separator: "\n").map(String.init)
  }

  // MARK: Nothing to recognise

  @Test(arguments: ["silence", "white-noise", "pink-noise", "sine", "ticks", "square"])
  func testSignalsAreNothing(wave: String) async throws {
    let bench = try FingerprintBench()
    let result = try await StageRun(
      "audiotestsrc wave=\(wave) volume=1 num-buffers=200 samplesperbuffer=800 ! audio/x-raw,rate=8000 ! \(bench.stage()) "
        + "! fakesink")
    #expect(result.observations.isEmpty && result.error == nil)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1, -1, 1e30, .leastNonzeroMagnitude])
  func oddSamplesAreNothing(value: Float) async throws {
    let bench = try FingerprintBench()
    let file = try bench.folder.write(
      "odd.wav", WaveFile.floatBytes((0..<64_000).map { $0 % 3 == 0 ? -value : value }))
    let result = try await StageRun("filesrc location=\(file) ! wavparse ! \(bench.stage()) ! fakesink")
    #expect(result.observations.isEmpty && result.error == nil)
  }

  @Test func oddSamplesInBetweenHideNothing() async throws {
    let bench = try FingerprintBench()
    var samples = Broadcast.samples([.init(material: "one")], rate: 8000)
    for index in stride(from: 100, to: samples.count, by: 4000) { samples[index] = .nan }
    samples[30_000] = .infinity
    let file = try bench.folder.write("odd.wav", WaveFile.floatBytes(samples))
    let result = try await StageRun("filesrc location=\(file) ! wavparse ! \(bench.stage()) ! fakesink")
    #expect(result.heard == ["one"])
    #expect(result.observations.allSatisfy { abs($0.error(begun: 0)) < 0.03 })
  }

  @Test func clippedAudioIsRecognised() async throws {
    let bench = try FingerprintBench()
    let result = try await bench.run(before: "audioconvert ! audioamplify amplification=4")
    #expect(result.heard == ["one"] && result.error == nil)
  }

  @Test func audioWithoutSamplesIsNothing() async throws {
    let bench = try FingerprintBench()
    let file = try bench.folder.write("empty.wav", WaveFile.bytes([]))
    let result = try await StageRun("filesrc location=\(file) ! wavparse ! \(bench.stage()) ! fakesink")
    #expect(result.observations.isEmpty)
  }

  @Test func whatIsNoAudioIsRefused() async throws {
    let bench = try FingerprintBench()
    let result = try await StageRun("fakesrc num-buffers=3 ! \(bench.stage()) ! fakesink")
    #expect(result.error != nil)
  }
}
