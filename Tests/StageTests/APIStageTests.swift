import Fingerprinting
import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// `earapi` behind a scripted stage and in front of the timeline sink.
@Suite struct APIStageTests {
  let folder: TemporaryFolder
  let pack: String

  init() throws {
    folder = try TemporaryFolder()
    pack = folder.path("test.earpack")
    try TestPack.write(to: pack)
  }

  /// 0.1 s buffers of silence, so many seconds of them, through the scripted stage.
  func line(_ seconds: Int, api: String = "earapi name=api", sink: String = "eartimelinesink name=timeline") -> String {
    """
    audiotestsrc wave=silence samplesperbuffer=800 num-buffers=\(seconds * 10) ! audio/x-raw,rate=8000,channels=1 \
    ! earscript name=script ! \(api) ! \(sink)
    """
  }

  func run(
    _ seconds: Int = 20, _ lines: String..., api: String = "earapi name=api", usesPack: Bool = true,
    onActivity: @escaping @Sendable (String, ElementRef) -> Void = { _, _ in },
    onMessage: @escaping @Sendable (Message, Pipeline) -> Void = { _, _ in }
  ) async throws -> StageRun {
    try await StageRun(line(seconds, api: api)) { pipeline in
      pipeline.element(named: "script")?.set("script", lines.joined(separator: "\n"))
      if usesPack { pipeline.element(named: "api")?.set("pack", pack) }
    } onActivity: {
      onActivity($0, $1)
    } onMessage: {
      onMessage($0, $1)
    }
  }

  @Test func answersWithTheCampaignOfThePack() async throws {
    let result = try await run(20, Script.fingerprint(), Script.airing("a", 2...8))
    #expect(result.summary == ["a 2-8"])
    #expect(result.rows.first?["campaign"]?["title"] == .string("Campaign of a"))
    #expect(result.rows.first?["title"] == .string("Spot a"))
    #expect(result.warnings == [] && result.error == nil)
  }

  @Test func saysHowLongItHolds() async throws {
    try #require(StageRun.isReady)
    let pipeline = try Pipeline(
      line(2, api: "identity name=i signal-handoffs=true ! earapi name=api hold=9000000000 ! earwatch name=w"))
    let api = try #require(pipeline.element(named: "api"))
    pipeline.element(named: "i")?.onSignal("handoff") { _ in api.set("hold", UInt64(20_000_000_000)) }
    _ = try await StageRun(pipeline)
    let log: String = pipeline.element(named: "w")?.get("log") ?? ""
    let announced = log.split(separator: "\n").filter { $0.contains("earmark-stage-api") }
    #expect(announced.count == 2 && announced.first?.contains("hold=(guint64)9000000000") == true)
    #expect(announced.last?.contains("hold=(guint64)20000000000") == true)
  }

  @Test func aMaterialWithoutACampaignHasNone() async throws {
    let result = try await run(20, Script.fingerprint(), Script.airing("b", 2...8))
    #expect(result.rows.map { $0["campaign"] } == [.null])
  }

  @Test func aMaterialThePackDoesNotKnowIsStillARow() async throws {
    let result = try await run(20, Script.fingerprint(), Script.airing("stranger", 2...8))
    #expect(result.summary == ["stranger 2-8"])
    #expect(result.rows.first?["title"] == .string("stranger"))
  }

  @Test func usesTheAnnouncedPackWhenItHasNone() async throws {
    let result = try await run(20, Script.fingerprint(pack: pack), Script.airing("a", 2...8), usesPack: false)
    #expect(result.rows.first?["campaign"]?["title"] == .string("Campaign of a"))
  }

  @Test func anAnnouncedPackThatIsGoneIsAWarningAndRowsGoOn() async throws {
    let missing = folder.path("gone.earpack")
    let result = try await run(20, Script.fingerprint(pack: missing), Script.airing("a", 2...8), usesPack: false)
    #expect(result.summary == ["a 2-8"])
    #expect(result.warnings.count == 1 && result.warnings[0].contains("gone.earpack"))
  }

  @Test func materialsFollowEachOther() async throws {
    let result = try await run(30, Script.fingerprint(), Script.airing("a", 2...8), Script.airing("b", 8...14))
    #expect(result.summary == ["a 2-8", "b 8-14"])
  }

  @Test func endsWhatIsCurrentAtTheEndOfTheStream() async throws {
    let result = try await run(8, Script.fingerprint(), Script.airing("a", 2...8))
    #expect(result.summary == ["a 2-8"])
    #expect(result.activities.last?["event"] == .string("ended"))
  }

  @Test func endsWhatIsNotHeardForLongerThanHold() async throws {
    let result = try await run(
      20, Script.fingerprint(), Script.airing("a", 2...5), Script.airing("a", 14...18),
      api: "earapi name=api hold=3000000000")
    #expect(result.summary == ["a 2-5", "a 14-18"])
  }

  @Test func eventsFollowWhatCausedThemInOrderOfTheirRevision() async throws {
    let result = try await run(20, Script.fingerprint(), Script.airing("a", 2...8))
    let names = result.messages.map(\.name).filter { $0.hasPrefix("earmark-") }
    #expect(names.first == "earmark-material")
    let started = try #require(names.firstIndex(of: "earmark-activity"))
    #expect(names[started - 1] == "earmark-material")
    let revisions = result.activities.map { $0["revision"]?.text() ?? "" }.compactMap(Int.init)
    #expect(revisions == Array(1...revisions.count))
  }

  @Test func clearReportsTheSameMaterialAgain() async throws {
    let isCleared = Mutex(false)
    let result = try await run(20, Script.fingerprint(), Script.airing("a", 2...12)) { _, sink in
      if isCleared.withLock({ cleared in
        defer { cleared = true }; return !cleared
      }) {
        sink.emit("clear")
      }
    }
    #expect(result.rows.count == 2)
    #expect(result.rows.allSatisfy { $0["material_id"] == .string("a") })
  }

  // MARK: Markers

  @Test func aMarkerRefinesTheActivityItBelongsTo() async throws {
    let result = try await run(
      20, Script.fingerprint(), Script.marker, Script.airing("a", 2...5), Script.code(7, at: 5500),
      Script.airing("a", 2...9, from: 6))
    #expect(result.rows.map { $0["marker"]?["name"] } == [.string("Channel 7")])
    #expect(result.rows.first?["marker"]?["attributes"]?["channel"] == .string("seven"))
  }

  @Test func anIdentityIsAnnouncedOncePerChange() async throws {
    let codes = [2000, 4000, 6000].map { Script.code(7, at: $0) }.joined(separator: "\n")
    let result = try await run(10, Script.fingerprint(), Script.marker, codes)
    #expect(result.messages.filter { $0.name == "earmark-marker-identity" }.count == 1)
    let states = result.markerStates.compactMap { $0["state"]?.stringValue }
    #expect(
      states == ["listening", "detected", "identified", "cleared", "inactive"]
        || states == ["listening", "detected", "identified", "inactive"])
  }

  @Test func aCodeWithoutANameIsNotAnnounced() async throws {
    let result = try await run(10, Script.fingerprint(), Script.marker, Script.code(99, at: 2000))
    #expect(!result.messages.contains { $0.name == "earmark-marker-identity" })
    #expect(result.markerStates.contains { $0["state"] == .string("detected") })
  }

  @Test func aCodeIsNowhereToBeSeen() async throws {
    let result = try await run(
      20, Script.fingerprint(), Script.marker, Script.airing("a", 2...5), Script.code(7_654_321, at: 5500))
    let said =
      result.messages.map(\.text) + (result.activities + result.campaigns + result.markerStates).map { $0.text() }
    #expect(!said.contains { $0.contains("7654321") })
    #expect(result.messages.contains { $0.name == "earmark-marker" })
  }

  // MARK: Bad input

  @Test func warnsOnceWithoutAStageInFront() async throws {
    let result = try await run(5, "")
    #expect(result.warnings.count == 1 && result.warnings[0].contains("earfingerprint"))
    #expect(result.error == nil)
  }

  @Test func aMissingPackIsAnError() async throws {
    let result = try await run(
      5, Script.fingerprint(), api: "earapi name=api pack=\(folder.path("none.earpack"))", usesPack: false)
    #expect(result.error?.domain == .resource && result.error?.code == ElementError.Resource.notFound.rawValue)
    #expect(result.error?.message.contains("none.earpack") == true)
  }

  @Test func aFileThatIsNoPackIsAnError() async throws {
    let text = try folder.write("text.earpack", Array("hello, world\n".utf8))
    let result = try await run(5, Script.fingerprint(), api: "earapi name=api pack=\(text)", usesPack: false)
    #expect(result.error?.domain == .resource && result.error?.message.contains("text.earpack") == true)
  }

  @Test func aNewerContractIsAnErrorThatNamesBoth() async throws {
    let result = try await run(5, Script.fingerprint(contract: 2))
    #expect(result.error?.message.contains("contract 2") == true && result.error?.message.contains("1") == true)
  }

  @Test(arguments: [
    "material-id=(string)a", "position=(gint64)5000000000", "matched-from=(guint64)4000000000", "score=(int)50",
    "false-alarms=(double)0.5", "running-time=(guint64)5000000000", "duration=(guint64)1000000000", "rate=(double)1",
    "contract=(int)1",
  ])
  func anObservationWithoutARequiredFieldIsDropped(field: String) async throws {
    let whole = Script.material("a", at: 5000, position: 5000, falseAlarms: "0.001")
    for broken in [
      whole.replacing(field, with: "other=(int)1"),
      whole.replacing(field, with: field.prefix { $0 != "=" } + "=(string)\"\""),
    ] {
      try #require(broken != whole || field.hasPrefix("false-alarms"))
      let result = try await run(
        7, Script.fingerprint(),
        broken.replacing("(double)0.001", with: field.hasPrefix("false") ? "(string)x" : "(double)0.001"))
      #expect(result.rows.isEmpty && result.error == nil)
    }
  }

  @Test func integersOfAnyTypeThatFitAreRead() async throws {
    let lines = Script.airing("a", 0...2).replacing("(guint64)", with: "(gint64)").replacing(
      "contract=(int)", with: "contract=(guint64)"
    )
    .replacing("score=(int)", with: "score=(uint)")
    let result = try await run(5, Script.fingerprint(), lines, Script.material("a", at: 3000, position: 3000))
    #expect(result.rows.count == 1)
  }

  @Test func unknownFieldsAreIgnored() async throws {
    let lines = [2000, 3000].map { Script.material("a", at: $0, position: $0, extra: ", mood=(string)blue") }
    let result = try await run(5, Script.fingerprint(), lines.joined(separator: "\n"))
    #expect(result.rows.count == 1)
  }
}
