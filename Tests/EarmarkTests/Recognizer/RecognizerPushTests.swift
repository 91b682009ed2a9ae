import Earmark
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// Audio that the program has itself.
@Suite struct RecognizerPushTests {
  let sound: Sound

  init() throws { sound = try Sound() }

  static func format(_ sample: String, _ rate: UInt32, _ channels: Int = 1) throws -> AudioFormat {
    try #require(AudioFormat(sampleFormat: sample, rate: rate, channels: channels))
  }

  /// Appends in pieces, as a callback of a sound card would.
  @discardableResult
  static func append(_ samples: [Float], to recognizer: Recognizer, _ format: AudioFormat, pieces: Int = 999) -> Bool {
    stride(from: 0, to: samples.count, by: pieces).allSatisfy {
      recognizer.append(Array(samples[$0..<min($0 + pieces, samples.count)]), format)
    }
  }

  @Test func whatIsPushedIsRecognised() async throws {
    let recognizer = try Recognizer.pushed(pack: sound.pack)
    let format = try Self.format("F32LE", 16000)
    for _ in 1...2 {
      recognizer.start()
      #expect(Self.append(Sound.samples("one"), to: recognizer, format))
      #expect(Self.append(Sound.samples("two"), to: recognizer, format))
      // Nothing of what waits is lost.
      recognizer.finish()
      for await _ in recognizer.states {}
      #expect(recognizer.rows.map(\.materialID) == ["one", "two"])
      #expect(abs((recognizer.statistics?.heard ?? 0) - 24) < 0.001 && recognizer.statistics?.lost == 0)
      #expect(recognizer.droppedAudio == 0)
    }
  }

  @Test func theFormatMayChange() async throws {
    let recognizer = try Recognizer.pushed(pack: sound.pack)
    recognizer.start()
    #expect(Self.append(Sound.samples("one"), to: recognizer, try Self.format("F32LE", 16000)))
    let integers = Sound.samples("two", rate: 8000).flatMap { [Int16]([Int16($0 * 32000), 0]) }
    #expect(recognizer.append(integers, try Self.format("S16LE", 8000, 2)))
    recognizer.finish()
    for await _ in recognizer.states {}
    #expect(recognizer.rows.map(\.materialID) == ["one", "two"])
    #expect(abs((recognizer.statistics?.heard ?? 0) - 24) < 0.001 && recognizer.statistics?.lost == 0)
    #expect(abs(Double(recognizer.rows.last?.start ?? 0) / 1e9 - 12) < 0.5)
  }

  @Test func tooMuchIsDroppedCountedAndReported() async throws {
    let faults = Collected<FaultRecord>()
    let recognizer = try Recognizer.pushed(
      pack: sound.pack,
      configuration: .quiet {
        $0.pushLimit = 2
        $0.source = "mixer"
        $0.onFault = { faults.add($0) }
      })
    let format = try Self.format("F32LE", 16000)
    recognizer.start()
    // At once and whole: what does not fit is cut off, whatever the pipeline has taken by then.
    #expect(!recognizer.append(Sound.samples("one"), format))
    #expect(abs(recognizer.droppedAudio - 10) < 0.001)
    try await waitUntil { (recognizer.statistics?.heard ?? 0) > 1.99 }
    #expect(recognizer.append(Array(Sound.samples("two").prefix(16000)), format))
    recognizer.finish()
    for await _ in recognizer.states {}
    await recognizer.stopped()
    #expect(faults.all.map(\.isRestored) == [false, true])
    #expect(faults.all.allSatisfy { $0.stage == "input" && $0.source == "mixer" })
    #expect(faults.all.last?.text.contains("10 s") == true)
    // Times go on as if nothing had been dropped.
    #expect(abs((recognizer.statistics?.lost ?? 0) - 10) < 0.01)
    #expect(abs((recognizer.statistics?.heard ?? 0) - 3) < 0.01)
  }

  @Test func whatIsNotTaken() async throws {
    let recognizer = try Recognizer.pushed(pack: sound.pack)
    let format = try Self.format("S16LE", 8000, 2)
    let samples: [Int16] = [1, 2, 3, 4]
    // Not started.
    #expect(!recognizer.append(samples, format))
    recognizer.start()
    // Half a frame, and samples of another size.
    #expect(!recognizer.append([1, 2, 3] as [Int16], format))
    #expect(!recognizer.append([1, 2, 3, 4] as [Float], format))
    #expect(recognizer.append([] as [Int16], format) && recognizer.append(samples, format))
    recognizer.stop()
    // Over.
    #expect(!recognizer.append(samples, format))
    #expect(recognizer.droppedAudio == 0 && recognizer.state.word == "stopped")
    // No recognizer for pushing.
    let other = try Recognizer(pipeline: sound.description("audiotestsrc is-live=true"))
    other.start()
    #expect(!other.append(samples, format))
    other.stop()
  }

  @Test func theEndMayBeAskedForBeforeThePipelineHasStarted() async throws {
    let recognizer = try Recognizer.pushed(pack: sound.pack)
    recognizer.start()
    recognizer.append(Array(Sound.samples("one").prefix(1600)), try Self.format("F32LE", 16000))
    recognizer.finish()
    #expect(!recognizer.append([0] as [Float], try Self.format("F32LE", 16000)))
    for await _ in recognizer.states {}
    #expect(recognizer.state.word == "stopped" && abs((recognizer.statistics?.heard ?? 0) - 0.1) < 0.001)
    // Nothing at all is an input without audio.
    recognizer.start()
    recognizer.finish()
    for await _ in recognizer.states {}
    #expect(recognizer.state.word == "stopped input")
  }

  @Test func aSessionThatBeginsBeforeTheLastHasEndedHearsWhatIsPushed() async throws {
    let format = try Self.format("F32LE", 16000)
    let spot = Sound.samples("one")
    let holder = Mutex<Recognizer?>(nil)
    let taken = Collected<Bool>()
    let recognizer = try Recognizer.pushed(
      pack: sound.pack,
      configuration: .quiet {
        $0.onState = { state in
          guard case .running = state, taken.all.isEmpty, let recognizer = holder.withLock({ $0 }) else { return }
          recognizer.stop()
          recognizer.start()
          // The first session is still on its way through the pipeline.
          taken.add(Self.append(Array(spot.prefix(96000)), to: recognizer, format))
        }
      })
    holder.withLock { $0 = recognizer }
    recognizer.start()
    #expect(Self.append(Sound.samples("two"), to: recognizer, format))
    try await taken.wait { !$0.isEmpty }
    try await waitUntil { recognizer.state.word == "running" }
    #expect(taken.all == [true])
    #expect(Self.append(Array(spot.dropFirst(96000)), to: recognizer, format))
    recognizer.finish()
    for await _ in recognizer.states {}
    holder.withLock { $0 = nil }
    // All of the second session, and nothing of the first.
    #expect(recognizer.rows.map(\.materialID) == ["one"] && recognizer.droppedAudio == 0)
    #expect(abs((recognizer.statistics?.heard ?? 0) - 12) < 0.001 && recognizer.statistics?.lost == 0)
  }

  @Test func stoppingWithoutAnyAudio() async throws {
    let recognizer = try Recognizer.pushed(pack: sound.pack)
    for _ in 1...3 {
      recognizer.start()
      await recognizer.stopped()
      #expect(recognizer.state.word == "stopped" && recognizer.rows.isEmpty)
    }
  }

  @Test func manyThreadsPushAndStop() async throws {
    let recognizer = try Recognizer.pushed(pack: sound.pack, configuration: .quiet { $0.pushLimit = 5 })
    let format = try Self.format("F32LE", 16000)
    let piece = Array(Sound.samples("one").prefix(1600))
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for turn in 0..<50 {
            recognizer.append(piece, format)
            if task == 0, turn % 10 == 5 { recognizer.start() }
            if task == 1, turn % 25 == 20 { await recognizer.stopped() }
          }
        }
      }
    }
    await recognizer.stopped()
    #expect(recognizer.state.isStopped)
  }
}
