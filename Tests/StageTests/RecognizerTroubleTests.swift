import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// `earrecognizer` in a player: whatever happens beside it, playback goes on.
@Suite(.timeLimit(.minutes(10))) struct RecognizerTroubleTests {
  let folder: TemporaryFolder
  let pack: String
  let file: String

  static let trouble = "eartrouble name=trouble"
  static let stages = "earfingerprint ! earapi"

  init() throws {
    folder = try TemporaryFolder()
    pack = try Broadcast.writePack(to: folder)
    file = try Broadcast.write([.init(material: "one", until: 6)], to: folder)
  }

  private func player(
    chain: String? = nil, _ properties: String = "", source: String? = nil, sink: String = "fakesink",
    onActivity: @escaping @Sendable (Player) -> Void = { _ in }
  ) throws -> Player {
    let source = source ?? "filesrc location=\(file) ! wavparse"
    let chain = chain.map { "chain=\"\($0)\"" } ?? ""
    return try Player(
      "\(source) ! earrecognizer name=ear pack=\(pack) \(chain) \(properties) ! \(sink)", onActivity: onActivity)
  }

  /// 100 buffers a second of 8 kHz.
  private func tone(seconds: Int) -> String {
    "audiotestsrc num-buffers=\(seconds * 100) samplesperbuffer=80 ! audio/x-raw,format=S16LE,rate=8000,channels=1"
  }

  // MARK: Stages that are slow

  @Test func theEndDoesNotWaitForAStage() async throws {
    let player = try player(chain: "\(Self.trouble) is-blocked=true ! \(Self.stages)")
    try player.pipeline.play()
    try await player.waitForEnd()
    try await player.wait("the stage's first buffer") { player.trouble?.get("waits") == .boolean(true) }
    #expect(player.heard.activities.isEmpty)
    player.trouble?.set("is-blocked", false)
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    #expect(player.heard.order.first == "eos" && player.heard.warnings.isEmpty)
  }

  @Test func aNewFormatDoesNotWaitForAStage() async throws {
    let second = try Broadcast.write([.init(material: "two", until: 5)], to: folder, name: "2.wav", rate: 44100)
    let player = try player(
      chain: "\(Self.trouble) is-blocked=true ! \(Self.stages)",
      source: """
        filesrc location=\(file) ! wavparse ! concat name=c
        filesrc location=\(second) ! wavparse ! c. c.
        """)
    try player.pipeline.play()
    try await player.waitForEnd()
    try await player.wait("the stage's first buffer") { player.trouble?.get("waits") == .boolean(true) }
    player.trouble?.set("is-blocked", false)
    try await player.wait("both ends") { player.heard.ended.count == 2 }
    await player.pipeline.stopped()
    // What did not fit into the queue's ten seconds was the oldest.
    #expect(player.heard.ended == ["one", "two"] && player.dropped < 1.5)
  }

  /// The old place is forgotten, also where the stages still were there; what is heard is the new one.
  @Test func aSeekDoesNotWaitForAStage() async throws {
    let long = try Broadcast.write(
      [.init(material: "one"), .init(material: "two", until: 8)], to: folder, name: "l.wav")
    let player = try player(
      chain: "\(Self.trouble) is-blocked=true ! earwatch name=watch ! \(Self.stages)",
      source: "filesrc location=\(long) ! wavparse", sink: "fakesink name=sink sync=true")
    try player.pipeline.play()
    try await player.wait("the stage") { player.trouble?.get("waits") == .boolean(true) }
    #expect(player.pipeline.seek(to: 13_000_000_000))
    // A busy machine may have let more than the queue holds go by.
    let dropped = player.dropped
    // As fast as it can from here on.
    player.pipeline.element(named: "sink")?.set("sync", false)
    try await player.waitForEnd()
    try await player.wait("the stage's first buffer") { player.trouble?.get("waits") == .boolean(true) }
    let watch = player.pipeline.element(named: "watch")
    player.trouble?.set("is-blocked", false)
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    let log: String = watch?.get("log") ?? ""
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["two"] && player.dropped == dropped)
    // One buffer of the old place, then the new one.
    let kinds = log.split(separator: "\n").filter { $0.hasPrefix("buffer") || $0.hasPrefix("segment") }
      .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(kinds.starts(with: ["segment 0", "buffer 0", "segment 13000000000", "buffer 13000000000"]), "\(kinds)")
  }

  @Test func twoHundredWildSeeksAreBorne() async throws {
    let long = try Broadcast.write([.init(material: "one"), .init(material: "two")], to: folder, name: "l.wav")
    let player = try player(
      chain: "\(Self.trouble) slowness=3 ! \(Self.stages)", source: "filesrc location=\(long) ! wavparse",
      sink: "fakesink sync=true")
    try await player.pipeline.preroll()
    try player.pipeline.play()
    var generator = SystemRandomNumberGenerator()
    for turn in 0..<200 {
      #expect(player.pipeline.seek(to: UInt64.random(in: 0...23_900_000_000, using: &generator)))
      if turn.isMultiple(of: 10) { try await Task.sleep(for: .milliseconds(Int.random(in: 0...50))) }
      if turn.isMultiple(of: 25) { try player.pipeline.pause() }
      if turn.isMultiple(of: 25) { try player.pipeline.play() }
    }
    #expect(player.pipeline.seek(to: 18_000_000_000))
    try await player.wait("the second material") {
      player.heard.activities.contains { $0["material_id"] == .string("two") }
    }
    await player.pipeline.stopped()
    #expect(player.heard.error == nil && player.heard.warnings.isEmpty)
  }

  /// A minute is played while a stage does not go on: ten seconds of it wait, the rest is dropped, which is said once.
  @Test func droppedAudioIsCountedAndReportedOnce() async throws {
    let player = try player(chain: "\(Self.trouble) is-blocked=true ! \(Self.stages)", source: tone(seconds: 60))
    try player.pipeline.play()
    try await player.waitForEnd()
    #expect(player.dropped > 49 && player.dropped < 50.1, "\(player.dropped)")
    try await player.wait("the report") { player.heard.faults.count == 1 }
    let fault = try #require(player.heard.faults.first)
    #expect(fault["restored"] == false && fault["contract"] == Int32(1) && fault["stage"] == "ear")
    player.trouble?.set("is-blocked", false)
    try await player.wait("the all-clear") { player.heard.faults.count == 2 }
    let restored = try #require(player.heard.faults.last)
    let length: UInt64 = restored["dropped"] ?? 0
    #expect(restored["restored"] == true && abs(Double(length) / 1e9 - player.dropped) < 0.05)
    await player.pipeline.stopped()
    #expect(player.dropped > 49)
    #expect(player.heard.faults.count == 2)
    // A start forgets it.
    try await player.pipeline.preroll()
    #expect(player.dropped == 0)
    await player.pipeline.stopped()
  }

  /// A stage ten times too slow at real time. Nothing of it is seen by the player.
  @Test func aStageTenTimesTooSlowDropsNineTenths() async throws {
    let player = try player(
      chain: "\(Self.trouble) slowness=10 ! \(Self.stages)",
      source: "\(tone(seconds: 60)) ! identity sleep-time=1000")
    try await player.playToTheEnd()
    // What still waits at the end is not dropped; a busy machine may play slower than asked for.
    #expect(player.dropped > 10 && player.dropped < 51, "\(player.dropped)")
    // A machine that pauses in between may let the stage catch up: then that is said, before anything else is.
    let kinds = player.heard.faults.map { $0["restored"] == true }
    #expect(kinds.first == false && zip(kinds, kinds.dropFirst()).allSatisfy { $0 != $1 }, "\(kinds)")
  }

  // MARK: Handlers

  /// The handler goes on for as long as it likes; the player plays, ends and stops meanwhile.
  @Test func aHandlerThatBlocksDoesNotHoldThePlayer() async throws {
    let gate = DispatchSemaphore(value: 0)
    let player = try player(onActivity: { _ in gate.wait() })
    try player.pipeline.play()
    try await player.waitForEnd()
    try await player.wait("the handler") { player.heard.activities.count == 1 }
    for place in [1, 2, 0] as [UInt64] { #expect(player.pipeline.seek(to: place * 1_000_000_000)) }
    try player.pipeline.pause()
    try player.pipeline.play()
    player.pipeline.stopAndWait()
    // Of the old run nothing is heard any more, and a new one is not held up by it.
    #expect(player.heard.activities.count == 1)
    try await player.pipeline.preroll()
    for _ in 0..<100 { gate.signal() }
    try player.pipeline.play()
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    let ids = player.heard.activities.compactMap { $0["activity_id"]?.stringValue }
    #expect(Set(ids).count == 2 && ids.dropFirst().allSatisfy { $0 == ids.last })
  }

  @Test func aHandlerCanStopThePlayer() async throws {
    let stops = Atomic(0)
    let player = try player(
      sink: "fakesink sync=true",
      onActivity: { player in
        player.ear.setState(.null)
        stops.add(1, ordering: .sequentiallyConsistent)
      })
    try player.pipeline.play()
    try await player.wait("the stop") { stops.load(ordering: .sequentiallyConsistent) > 0 }
    await player.pipeline.stopped()
    #expect(player.heard.activities.count == 1)
  }

  // MARK: Stages that fail

  @Test(arguments: [
    "nosuchelement", "earfingerprint nosuchproperty=1 ! earapi", "earfingerprint !", "! earapi", "! !", ";", "(", "\\",
    "earfingerprint name=t. ! t.", "audiotestsrc", "fakesink", "fakesink  audiotestsrc is-live=true ! earapi",
    "videoconvert", "earfingerprint interval=no ! earapi", "tee name=x x.", "earapi ! earmark-queue.",
    "capsfilter caps=audio/x-raw,rate=1 ! earapi", "capsfilter caps=video/x-raw ! earapi",
    "identity error-after=3 ! earapi", "eartrouble fault=start ! earapi", "eartrouble fault=caps ! earapi",
    "eartrouble fault=data ! earapi", "eartrouble fault=end ! earapi", "earfingerprint pack=/dev/null/x ! identity",
    "fakesink name=earmark-timeline  audiotestsrc num-buffers=1",
  ])
  func aChainThatFailsDoesNotHoldThePlayer(chain: String) async throws {
    // In real time: what the stages refuse is learnt with a buffer that comes after it.
    let player = try player(sink: "earwatch name=watch ! fakesink sync=true")
    #expect(player.ear.set("chain", chain))
    try player.pipeline.play()
    try await player.waitForEnd()
    // Every one of them is said, save that which is no failure.
    if !["fakesink"].contains(where: chain.hasPrefix) {
      try await player.wait("the warning") { !player.heard.warnings.isEmpty }
    }
    await player.pipeline.stopped()
    let log: String = player.pipeline.element(named: "watch")?.get("log") ?? ""
    #expect(log.split(separator: "\n").count { $0.hasPrefix("buffer") } > 20 && log.contains("rate=(int)16000"))
    #expect(player.heard.error == nil, "\(player.heard.error?.message ?? "")")
    // What earapi says of an empty chain is none of a failure.
    #expect(player.heard.warnings.count { $0.contains("goes on") } <= 1, "\(player.heard.warnings)")
  }

  @Test func eosAfterAFewBuffersInTheChainIsNoFailure() async throws {
    let player = try player(chain: "identity eos-after=3 ! \(Self.stages)")
    try await player.playToTheEnd()
    #expect(player.heard.error == nil && player.heard.warnings.isEmpty)
  }

  @Test func aMissingPackIsNamedAndAnotherPutsItRight() async throws {
    let player = try Player(
      "filesrc location=\(file) ! wavparse ! identity sleep-time=1000 ! earrecognizer name=ear pack=/nowhere/spots.earpack ! fakesink"
    )
    try await player.playToTheEnd()
    #expect(player.heard.warnings.count == 1)
    #expect(player.heard.warnings[0].contains("/nowhere/spots.earpack") && player.heard.warnings[0].contains("goes on"))
    // It is tried anew at every start, and whenever a pack is set.
    try await player.pipeline.preroll()
    #expect(player.heard.warnings.count == 2)
    player.ear.set("pack", folder.path("none.earpack"))
    #expect(player.heard.warnings.count == 3)
    player.ear.set("pack", pack)
    try player.pipeline.play()
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    await player.pipeline.stopped()
    #expect(player.heard.ended == ["one"] && player.heard.warnings.count == 3)
  }

  @Test func withoutAPackNothingIsRecognised() async throws {
    let player = try Player("filesrc location=\(file) ! wavparse ! earrecognizer name=ear ! fakesink")
    try player.pipeline.play()
    try await player.wait("the warning") { !player.heard.warnings.isEmpty }
    try await player.waitForEnd()
    await player.pipeline.stopped()
    #expect(player.heard.warnings[0].contains("pack") && player.heard.activities.isEmpty)
  }

  @Test func rowsThatCannotBeWrittenAreWarnedOf() async throws {
    let player = try player("location=\(folder.path("none/rows.jsonl"))")
    try await player.playToTheEnd()
    #expect(player.heard.error == nil && player.heard.warnings.count == 1)
    #expect(player.heard.warnings[0].contains("none/rows.jsonl"))
  }

  @Test func aFullDiskIsWarnedOfAndRecognitionGoesOn() async throws {
    let player = try player("location=/dev/full")
    try player.pipeline.play()
    try await player.wait("the warning") { !player.heard.warnings.isEmpty }
    #expect(player.heard.ended == ["one"] && player.heard.warnings[0].contains("/dev/full"))
    await player.pipeline.stopped()
    #expect(player.heard.error == nil)
  }

  /// What is wrong with the player itself is still an error.
  @Test func thePlayersOwnErrorsPass() async throws {
    let player = try player(sink: "identity error-after=5 ! fakesink")
    try await player.playToTheEnd()
    #expect(player.heard.error != nil)
  }

  @Test func whatNobodyTakesIsNotPlayed() async throws {
    let player = try Player(
      "filesrc location=\(file) ! wavparse ! earrecognizer name=ear pack=\(pack) ! valve name=v ! fakesink async=false")
    player.pipeline.element(named: "v")?.pad("src")?.isolate { _ in
      true
    } delivered: { _ in
    }
    try await player.playToTheEnd()
    #expect(player.heard.error != nil, "not-linked does not reach the source")
  }

  /// The stages' wishes do not change what is played.
  @Test func stagesDoNotChooseTheFormat() async throws {
    let player = try player(
      chain: "audio/x-raw,rate=8000 ! \(Self.stages)",
      source: "audiotestsrc num-buffers=200 ! audio/x-raw,rate=[ 8000, 48000 ]",
      sink: "earwatch name=watch ! fakesink sync=true")
    try await player.playToTheEnd()
    let log: String = player.pipeline.element(named: "watch")?.get("log") ?? ""
    #expect(log.contains("rate=(int)44100"))
    try await player.wait("the warning") { player.heard.warnings.count == 1 }
  }
}
