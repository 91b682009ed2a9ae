import Earmark
import GStreamerKit
import Recognition
import TestAudio
import Testing

/// Markers on their way from a stage that hears a code, past the pack that names it, to the application.
@Suite struct RecognizerMarkerTests {
  let sound: Sound
  let snapshots = Collected<Earmark.MarkerSnapshot>()
  /// The pack knows code 7.
  let pack: String

  init() throws {
    sound = try Sound()
    pack = try Sound.pack(
      of: ["one": 11, "two": 12], markers: [7: "Seven"], in: sound.folder, named: "markers.earpack")
  }

  private var configuration: Recognizer.Configuration { .quiet { $0.onMarker = { [snapshots] in snapshots.add($0) } } }

  /// `detected`, `identified Seven`.
  private var words: [String] {
    snapshots.all.map { $0.state.rawValue + ($0.marker.map { " " + $0.name } ?? "") }
  }

  private func line(_ codes: String, pack: String? = nil) throws -> String {
    "filesrc location=\(try sound.recording("one")) ! wavparse ! earmarkerspeaker codes=\"\(codes)\""
      + " ! earfingerprint pack=\(pack ?? self.pack) ! earapi ! eartimelinesink name=timeline"
  }

  private func run(_ line: String) async throws -> Recognizer {
    let recognizer = try Recognizer(pipeline: .text(line), configuration: configuration)
    recognizer.start()
    for await state in recognizer.states where state.isStopped { break }
    await recognizer.stopped()
    return recognizer
  }

  @Test func aCodeThatThePackKnowsIsNamed() async throws {
    let recognizer = try Recognizer(pipeline: .text(line("2:7 3:7 8:7")), configuration: configuration)
    let sequence = recognizer.markerSnapshots
    recognizer.start()
    var read: [Earmark.MarkerSnapshot] = []
    for await snapshot in sequence { read.append(snapshot) }
    await recognizer.stopped()
    // The second time it only holds for longer; the third time it is known at once.
    let expected = [
      "listening", "detected", "identified Seven", "cleared", "identified Seven", "cleared", "inactive",
    ]
    #expect(words == expected && read == snapshots.all && recognizer.markerSnapshot == read.last)
    #expect(read.allSatisfy { $0.generation == 1 })
    #expect(zip(read, read.dropFirst()).allSatisfy { $1.isNewer(than: $0) })
    let marker = try #require(read.first { $0.marker != nil }?.marker)
    #expect(marker.id == "seven" && marker.attributes == ["place": "kitchen"])
    // The hearing carries it too.
    #expect(recognizer.rows.count == 1 && recognizer.rows.first?.marker?.id == "seven")
    #expect(recognizer.history.first?.marker == marker)
  }

  @Test func aCodeThatThePackDoesNotKnowHasNoName() async throws {
    let recognizer = try await run(line("2:9"))
    #expect(words == ["listening", "detected", "cleared", "inactive"])
    #expect(recognizer.rows.count == 1 && recognizer.rows.first?.marker == nil)
    // What is private to the pipeline stays there.
    #expect(!"\(snapshots.all)\(recognizer.history)".contains("code"))
  }

  @Test func anotherCodeTakesThePlaceOfTheOneBefore() async throws {
    _ = try await run(line("2:7 3:9 4:7"))
    #expect(
      words == ["listening", "detected", "identified Seven", "detected", "identified Seven", "cleared", "inactive"])
  }

  @Test func codesThatAreNoneAreDropped() async throws {
    let recognizer = try await run(line("2:0 3:16777216"))
    #expect(words == ["listening", "inactive"])
    #expect(recognizer.rows.count == 1)
  }

  @Test func withoutAMarkerStageThereIsNoState() async throws {
    let recognizer = try await run(line("").replacing(" earmarkerspeaker codes=\"\" !", with: ""))
    #expect(snapshots.all.isEmpty && recognizer.markerSnapshot == nil && recognizer.rows.count == 1)
  }

  @Test func everySessionIsAGeneration() async throws {
    let recognizer = try Recognizer(pipeline: .text(line("2:7")), configuration: configuration)
    for generation in UInt(1)...3 {
      recognizer.start()
      for await state in recognizer.states where state.isStopped { break }
      await recognizer.stopped()
      #expect(recognizer.markerSnapshot?.state == .inactive && recognizer.markerSnapshot?.generation == generation)
    }
  }

  // MARK: Somebody else's earrecognizer

  private func player(_ codes: String) throws -> Pipeline {
    try Pipeline(
      "filesrc location=\(sound.recording("one")) ! wavparse ! earrecognizer name=ear pack=\(pack) "
        + "chain=\"earmarkerspeaker codes=\\\"\(codes)\\\" ! earfingerprint ! earapi\" ! fakesink")
  }

  @Test func aRecognizerInAPlayerIsListenedTo() async throws {
    let pipeline = try player("2:7")
    let ear = try #require(pipeline.element(named: "ear"))
    let states = Collected<String>()
    let activities = Collected<Activity>()
    var configuration = configuration
    configuration.onState = { states.add($0.word) }
    configuration.onActivity = { activities.add($0) }
    let recognizer = try Recognizer(attachingTo: ear, configuration: configuration)
    #expect(recognizer.statistics == nil)
    recognizer.start()
    try pipeline.play()
    // What it plays is over long before what it hears.
    let whole = ["listening", "detected", "identified Seven", "cleared", "inactive"]
    try await waitUntil { recognizer.rows.first?.isCurrent == false && words.last == "inactive" }
    #expect(recognizer.rows.map(\.materialID) == ["one"] && recognizer.rows.first?.marker?.name == "Seven")
    #expect(recognizer.rows.first?.campaign?.title == "Campaign of one")
    #expect(words == whole && activities.all.last?.end != nil && recognizer.history.count == 1)
    await pipeline.stopped()

    // It starts again, and the application still listens.
    try pipeline.play()
    try await waitUntil { recognizer.rows.count == 2 && words.count >= 10 }
    #expect(words == whole + whole && snapshots.all.map(\.generation) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    recognizer.stop()
    await pipeline.stopped()
    #expect(words.count == 10 && states.all == ["starting", "running", "stopped"])
  }

  @Test func aRecognizerInAPlayerTakesAPack() async throws {
    let pipeline = try player("")
    let ear = try #require(pipeline.element(named: "ear"))
    let other = try Sound.pack(of: ["three": 11], in: sound.folder, named: "other.earpack")
    let recognizer = try Recognizer(attachingTo: ear, configuration: configuration)
    #expect { try recognizer.load(pack: "/nowhere/p") } throws: { ($0 as? RecognitionError)?.code == .pack }
    #expect(ear.get("pack") == pack)
    try recognizer.load(pack: other)
    #expect(ear.get("pack") == other)
    recognizer.start()
    try pipeline.play()
    try await waitUntil { recognizer.rows.first?.isCurrent == false }
    #expect(recognizer.rows.map(\.materialID) == ["three"])
    recognizer.clear()
    recognizer.stop()
    await pipeline.stopped()
  }

  @Test func aRecognizerInAPlayerWhoseStagesFailSaysNothing() async throws {
    let pipeline = try Pipeline(
      "filesrc location=\(sound.recording("one")) ! wavparse ! earrecognizer name=ear pack=/nowhere/p ! fakesink")
    let recognizer = try Recognizer(attachingTo: #require(pipeline.element(named: "ear")), configuration: configuration)
    recognizer.start()
    try await pipeline.run()
    recognizer.stop()
    #expect(recognizer.rows.isEmpty && snapshots.all.isEmpty && recognizer.state.isStopped)
  }
}
