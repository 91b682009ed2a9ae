import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// `earrecognizer` in a player: what it hears.
@Suite(.timeLimit(.minutes(10))) struct RecognizerTests {
  let folder: TemporaryFolder
  let pack: String
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    pack = try Broadcast.writePack(to: folder)
    file = try Broadcast.write([.init(material: "one", until: 6)], to: folder)
  }

  /// All of it fits into the branch's queue, so that playing need not wait for the clock.
  private func player(
    _ properties: String = "", source: String? = nil, sink: String = "fakesink",
    onActivity: @escaping @Sendable (Player) -> Void = { _ in }
  ) throws -> Player {
    let source = source ?? "filesrc location=\(file) ! wavparse"
    return try Player(
      "\(source) ! earrecognizer name=ear pack=\(pack) \(properties) ! \(sink)", onActivity: onActivity)
  }

  @Test func signalsMessagesAndTimelineTellWhatIsHeard() async throws {
    let player = try player()
    try player.pipeline.play()
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    let campaign = player.heard.campaigns.first?["campaign"]?["title"]
    #expect(player.heard.ended == ["one"] && campaign == .string("Campaign of one"))
    #expect(player.timeline.map { $0["material_id"] } == [.string("one")])
    try await player.wait("the messages") { player.heard.activityMessages >= 2 }
    #expect(player.dropped == 0 && player.heard.faults.isEmpty && player.heard.warnings.isEmpty)
    await player.pipeline.stopped()
    // Still to be read, until it starts again.
    #expect(player.timeline.count == 1)
  }

  /// The same buffers, whether somebody listens or not.
  @Test func whatIsPlayedIsUntouched() async throws {
    let logs = try await [
      player(sink: "earwatch name=w ! fakesink"), player("chain=nonsense", sink: "earwatch name=w ! fakesink"),
    ]
    .asyncMap { player -> String in
      try await player.playToTheEnd()
      return player.pipeline.element(named: "w")?.get("log") ?? ""
    }
    #expect(logs[0] == logs[1] && logs[0].split(separator: "\n").count > 20)
  }

  @Test func rowsGoToTheFile() async throws {
    let player = try player("location=\(folder.path("rows.jsonl"))")
    try player.pipeline.play()
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    let rows = try String(decoding: folder.contents("rows.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(rows.count == 1 && rows[0].contains(#""material_id":"one""#))
  }

  @Test func otherStagesCanStandInTheChain() async throws {
    let player = try player(
      #"chain="audioconvert ! audio/x-raw,rate=16000,channels=1 ! earfingerprint interval=500000000 ! earapi name=api hold=3000000000""#
    )
    try player.pipeline.play()
    #expect(player.pipeline.element(named: "api")?.get("hold") == .uint64(3_000_000_000))
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    #expect(player.heard.warnings.isEmpty)
  }

  @Test func theMarkerStageIsLeftOutWhereThereIsNone() async throws {
    let player = try player("markers=true")
    try player.pipeline.play()
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one"] && player.heard.markers.isEmpty)
    #expect(player.heard.warnings.count == 1 && player.heard.warnings.first?.contains("earmarkerdetect") == true)
  }

  @Test func clearBeginsAnew() async throws {
    let player = try player(
      "chain=\"eartrouble slowness=2 ! earfingerprint ! earapi\"", sink: "fakesink",
      onActivity: { player in
        if player.heard.activities.count == 1 { player.ear.emit("clear") }
      })
    try player.pipeline.play()
    try await player.wait("the end of the second activity") { player.heard.ended.count == 2 }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one", "one"])
    // Nobody is there.
    player.ear.emit("clear")
  }

  @Test func aPackCanBeSetWhilePlaying() async throws {
    let other = try folder.write("other.earpack", Broadcast.pack(["two"]))
    let player = try Player(
      "filesrc location=\(file) ! wavparse ! earrecognizer name=ear pack=\(other) chain=\"eartrouble name=trouble is-blocked=true ! earfingerprint ! earapi\" ! fakesink"
    )
    try player.pipeline.play()
    try await player.waitForEnd()
    player.ear.set("pack", pack)
    player.trouble?.set("is-blocked", false)
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one"])
  }

  @Test func everyStartIsANewOne() async throws {
    let player = try player()
    for _ in 1...3 {
      let before = player.heard.ended.count
      try player.pipeline.play()
      try await player.wait("the end of the activity") { player.heard.ended.count > before }
      #expect(player.timeline.count == 1)
      await player.pipeline.stopped()
    }
    let ids = Set(player.heard.activities.compactMap { $0["activity_id"]?.stringValue })
    #expect(ids.count == 3)
  }

  @Test func statesGoUpAndDown() async throws {
    let player = try player("location=\(folder.path("rows.jsonl"))", sink: "fakesink sync=true")
    for turn in 0..<30 {
      if turn.isMultiple(of: 3) { try player.pipeline.pause() } else { try player.pipeline.play() }
      if turn.isMultiple(of: 2) { try await Task.sleep(for: .milliseconds(turn)) }
      await player.pipeline.stopped()
    }
    #expect(player.heard.warnings.isEmpty && player.heard.error == nil)
  }

  /// A player at its end that is sent back goes on listening.
  @Test func afterTheEndItGoesOnElsewhere() async throws {
    let player = try player()
    try player.pipeline.play()
    try await player.wait("the end of the activity") { player.heard.ended.count == 1 && player.heard.isOver }
    for turn in 2...3 {
      #expect(player.pipeline.seek(to: 0))
      try await player.wait("the end of activity \(turn)") { player.heard.ended.count == turn }
    }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one", "one", "one"])
  }

  /// Tracks without a gap: a new stream, then one of another format.
  @Test func oneTrackFollowsTheOther() async throws {
    let second = try Broadcast.write([.init(material: "two", until: 5)], to: folder, name: "2.wav", rate: 44100)
    let player = try player(
      source: """
        filesrc location=\(file) ! wavparse ! concat name=c
        filesrc location=\(second) ! wavparse ! c. c.
        """)
    try player.pipeline.play()
    try await player.wait("the end of both") { player.heard.ended.count == 2 }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one", "two"] && player.heard.warnings.isEmpty)
  }

  @Test func aPlaybinGoesFromTrackToTrack() async throws {
    let second = try Broadcast.write([.init(material: "two", until: 5)], to: folder, name: "2.wav", rate: 44100)
    try #require(StageRun.isReady)
    let pipeline = try Pipeline(
      "audiotestsrc num-buffers=1 ! fakesink  playbin name=play uri=file://\(file) audio-filter=\"earrecognizer name=ear pack=\(pack)\" audio-sink=fakesink video-sink=fakesink"
    )
    let playbin = try #require(pipeline.element(named: "play"))
    let isFirst = Mutex(true)
    playbin.onSignal("about-to-finish") { [weak playbin] _ in
      let first = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      if first { playbin?.set("uri", "file://\(second)") }
    }
    try await pipeline.preroll()
    let player = try Player(pipeline)
    try player.pipeline.play()
    try await player.wait("the end of both") { player.heard.ended.count == 2 }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one", "two"] && player.heard.error == nil)
  }

  /// Twice as fast the audio is another; back at its own speed it is recognised.
  @Test func anotherSpeedIsBorne() async throws {
    let player = try player()
    try await player.pipeline.preroll()
    for rate in [2.0, 0.5, 1.0] {
      #expect(player.pipeline.element(named: "ear")?.seek(rate: rate) == true)
      // A seek before the one before has been carried out may be refused.
      try await player.pipeline.preroll()
    }
    try player.pipeline.play()
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one"] && player.heard.error == nil)
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
