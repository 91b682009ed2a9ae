import CGStreamer
import Foundation
import Recognition
import Synchronization
import TestAudio
import Testing

@testable import GStreamerKit

/// `eartimelinesink` behind a scripted API stage.
@Suite struct TimelineSinkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let api = """
    0 sticky earmark-stage-api, contract=(int)1, stage=(string)earscript, algorithm=(string)none/1, details=(string)none
    """

  /// An activity's event at a time (ms), from `start` to `end` (ms; nil while it lasts).
  static func activity(
    _ event: String, _ id: String, _ material: String, at time: Int, start: Int, end: Int? = nil, revision: Int = 1,
    extra: String = ""
  ) -> String {
    """
    \(time) earmark-activity, contract=(int)1, stage=(string)earscript, running-time=(guint64)\(time)000000, \
    stream-time=(guint64)\(time)000000, duration=(guint64)0, event=(string)\(event), activity-id=(string)\(id), \
    material-id=(string)\(material), revision=(uint)\(revision), start=(guint64)\(start)000000, \
    end=(guint64)\(end.map { "\($0)000000" } ?? "18446744073709551615"), position=(gint64)0, rate=(double)1, \
    confidence=(double)0.9, score=(int)50, \
    payload=(string)"\\{\\"activity_id\\":\\"\(id)\\"\\,\\"material_id\\":\\"\(material)\\"\\}"\(extra)
    """
  }

  func run(
    _ seconds: Int, _ lines: String..., sink: String = "",
    onActivity: @escaping @Sendable (String, ElementRef) -> Void = { _, _ in },
    onMessage: @escaping @Sendable (Message, Pipeline) -> Void = { _, _ in }
  ) async throws -> StageRun {
    try await StageRun(
      """
      audiotestsrc wave=silence samplesperbuffer=800 num-buffers=\(seconds * 10) ! audio/x-raw,rate=8000,channels=1 \
      ! earscript name=script ! eartimelinesink name=timeline \(sink)
      """
    ) {
      $0.element(named: "script")?.set("script", lines.joined(separator: "\n"))
    } onActivity: {
      onActivity($0, $1)
    } onMessage: {
      onMessage($0, $1)
    }
  }

  func rows(of file: String) throws -> [JSONValue] {
    let text = String(decoding: try folder.contents(file), as: UTF8.self)
    #expect(text.isEmpty || text.hasSuffix("\n"))
    return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  @Test func writesFinishedRows() async throws {
    let file = folder.path("rows.jsonl")
    let result = try await run(
      20, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity("ended", "x1", "a", at: 5000, start: 1000, end: 4000, revision: 2),
      Self.activity("started", "x2", "b", at: 6000, start: 5000), sink: "location=\(file) source=kitchen")
    let rows = try rows(of: "rows.jsonl")
    #expect(rows.map { $0["material_id"]?.stringValue } == ["a", "b"])
    #expect(rows.map { $0["end"]?.text() } == ["4", "20"])
    #expect(rows.map { $0["source"]?.stringValue } == ["kitchen", "kitchen"])
    #expect(result.warnings == [])
  }

  @Test func aLateRefinementIsInTheFile() async throws {
    let file = folder.path("rows.jsonl")
    let marker = #", marker=(string)"\{\"id\":\"m\"\,\"name\":\"Seven\"\,\"attributes\":\{\}\}""#
    _ = try await run(
      20, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity("ended", "x1", "a", at: 5000, start: 1000, end: 4000, revision: 2),
      Self.activity("refined", "x1", "a", at: 7000, start: 1000, end: 4000, revision: 3, extra: marker),
      sink: "location=\(file)")
    #expect(try rows(of: "rows.jsonl").map { $0["marker"]?["name"] } == [.string("Seven")])
  }

  @Test func appendsToWhatIsThere() async throws {
    let file = try folder.write("rows.jsonl", Array("{\"old\":1}\n".utf8))
    _ = try await run(3, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000), sink: "location=\(file)")
    #expect(try rows(of: "rows.jsonl").count == 2)
  }

  @Test func observedAtCountsFromTheClockStart() async throws {
    let result = try await run(
      5, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1500),
      sink: "clock-start=2026-01-31T20:15:00Z")
    #expect(result.rows.first?["observed_at"] == .string("2026-01-31T20:15:01.500Z"))
  }

  @Test func aStartedImpliesTheEndOfTheOneBefore() async throws {
    let result = try await run(
      12, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity("started", "x2", "b", at: 6000, start: 5000))
    #expect(result.summary == ["a 1-5", "b 5-12"])
  }

  @Test func supersededRowsAreNotShown() async throws {
    let file = folder.path("rows.jsonl")
    let result = try await run(
      12, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity(
        "ended", "x1", "a", at: 4000, start: 1000, end: 1000, revision: 2, extra: ", superseded=(boolean)true"),
      Self.activity("started", "x2", "b", at: 4000, start: 1000), sink: "location=\(file)")
    #expect(result.summary == ["b 1-12"])
    #expect(try rows(of: "rows.jsonl").map { $0["material_id"]?.stringValue } == ["b"])
    #expect(result.timeline.text().contains("\"b\"") && !result.timeline.text().contains("\"a\""))
  }

  @Test func aDelayedRefinementDoesNotReachTheCampaignHandler() async throws {
    let result = try await run(
      12, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity("started", "x2", "b", at: 6000, start: 5000),
      Self.activity("refined", "x1", "a", at: 7000, start: 1000, revision: 5))
    #expect(result.campaigns.filter { $0["event"] == .string("refined") }.isEmpty)
    #expect(result.activities.contains { $0["event"] == .string("refined") && $0["material_id"] == .string("a") })
  }

  @Test func anOlderRevisionChangesNothing() async throws {
    let result = try await run(
      12, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000, revision: 4),
      Self.activity("refined", "x1", "a", at: 3000, start: 1000, revision: 4),
      Self.activity("refined", "x1", "a", at: 4000, start: 1000, revision: 2))
    #expect(result.activities.filter { $0["event"] == .string("refined") }.isEmpty)
  }

  @Test func aHandlerMayReadTheTimelineAndStopThePipeline() async throws {
    let result = try await run(
      600, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000)
    ) { _, sink in
      let text: String? = sink.get("timeline")
      #expect(text?.contains("x1") == true)
    } onMessage: { message, pipeline in
      if case .element(_, let structure) = message, structure.name == "earmark-activity" { pipeline.stop() }
    }
    #expect(result.rows.count == 1 && result.error == nil)
  }

  @Test func timelineIsAnArrayOfRecords() async throws {
    let empty = try await run(1, Self.api)
    #expect(empty.timeline == .array([]))
    let result = try await run(
      12, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity("started", "x2", "b", at: 6000, start: 5000))
    #expect(result.timeline.arrayValue?.map { $0["activity_id"]?.stringValue } == ["x1", "x2"])
  }

  // MARK: States

  @Test func whatIsSetInReadyCounts() async throws {
    try #require(StageRun.isReady)
    let pipeline = try Pipeline(
      """
      audiotestsrc wave=silence samplesperbuffer=800 num-buffers=50 ! audio/x-raw,rate=8000,channels=1
      ! earscript name=script ! eartimelinesink name=timeline
      """)
    let script = [Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000)].joined(separator: "\n")
    pipeline.element(named: "script")?.set("script", script)
    let sink = try #require(pipeline.element(named: "timeline"))
    gst_element_set_state(sink.pointer, GST_STATE_READY)
    sink.set("source", "attic")
    sink.set("location", folder.path("rows.jsonl"))
    _ = try await StageRun(pipeline)
    #expect(try rows(of: "rows.jsonl").map { $0["source"]?.stringValue } == ["attic"])
  }

  @Test func eachRiseToPausedStartsAfresh() async throws {
    try #require(StageRun.isReady)
    let pipeline = try Pipeline("fakesrc ! eartimelinesink name=timeline")
    let sink = try #require(pipeline.element(named: "timeline"))
    sink.set("location", folder.path("first.jsonl"))
    try await pipeline.preroll()
    gst_element_set_state(sink.pointer, GST_STATE_READY)
    sink.set("location", folder.path("second.jsonl"))
    gst_element_set_state(sink.pointer, GST_STATE_PAUSED)
    await pipeline.stopped()
    #expect(FileManager.default.fileExists(atPath: folder.path("second.jsonl")))
  }

  @Test func startOffsetIsAddedToEveryTime() async throws {
    let file = folder.path("rows.jsonl")
    let result = try await run(
      12, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity("ended", "x1", "a", at: 5000, start: 1000, end: 4000, revision: 2),
      Self.activity("started", "x2", "b", at: 6000, start: 5000),
      sink: "location=\(file) start-offset=100000000000 clock-start=2026-01-31T20:15:00Z")
    #expect(result.summary == ["a 101-104", "b 105-112"])
    #expect(result.rows.first?["observed_at"] == .string("2026-01-31T20:16:41.000Z"))
    #expect(try rows(of: "rows.jsonl") == result.rows)
  }

  @Test func everyStartIsAnotherGeneration() async throws {
    try #require(StageRun.isReady)
    let pipeline = try Pipeline(
      """
      audiotestsrc wave=silence samplesperbuffer=800 num-buffers=20 ! audio/x-raw,rate=8000,channels=1
      ! earscript name=script ! eartimelinesink name=timeline clock-start=2026-01-31T20:15:00Z
      """)
    let marker =
      "0 sticky earmark-stage-marker, contract=(int)1, stage=(string)m, algorithm=(string)m/1, details=(string)m"
    pipeline.element(named: "script")?.set("script", Self.api + "\n" + marker)
    let sink = try #require(pipeline.element(named: "timeline"))
    #expect(sink.get("generation", as: UInt64.self) == 0)
    for turn in 1...3 {
      let result = try await StageRun(pipeline)
      #expect(result.markerStates.map { $0["generation"] } == [.integer(Int64(turn)), .integer(Int64(turn))])
      #expect(result.markerStates.map { $0["state"] } == [.string("listening"), .string("inactive")])
      #expect(sink.get("generation", as: UInt64.self) == UInt64(turn))
      #expect(sink.get("heard", as: UInt64.self) == UInt64(turn) * 2_000_000_000)
      #expect(sink.get("lost", as: UInt64.self) == 0)
    }
  }

  @Test func aMarkerLapsesAlthoughNoAudioComes() async throws {
    let markers =
      Self.api + "\n" + """
        0 sticky earmark-stage-marker, contract=(int)1, stage=(string)m, algorithm=(string)m/1, details=(string)m
        200 earmark-marker, contract=(int)1, stage=(string)m, running-time=(guint64)200000000, \
        stream-time=(guint64)200000000, duration=(guint64)100000000, code=(guint64)7, profile=(string)inband, \
        false-alarms=(double)0, confidence=(double)1, valid-for=(guint64)600000000
        """
    try #require(StageRun.isReady)
    // Pushed, since the running time of a live source begins the later the busier the machine is.
    let pipeline = try Pipeline(
      "appsrc name=source is-live=true format=time ! earscript name=script ! eartimelinesink name=timeline")
    pipeline.element(named: "script")?.set("script", markers)
    let states = Mutex<[String]>([])
    pipeline.element(named: "timeline")?.onSignal("marker-state") { arguments in
      guard case .string(let line)? = arguments.first, let json = try? JSONValue(parsing: line) else { return }
      states.withLock { $0.append(json["state"]?.stringValue ?? "") }
    }
    try pipeline.play()
    let source = try #require(pipeline.element(named: "source"))
    let format = try #require(AudioFormat(sampleFormat: "F32LE", rate: 8000, channels: 1))
    let silence = [UInt8](repeating: 0, count: 800 * format.frameSize)
    // Two buffers, and no more.
    for index in 0..<UInt64(2) {
      #expect(source.push(silence, format, at: index * 100_000_000, duration: 100_000_000, isDiscontinuity: false))
    }
    for _ in 0..<3000 where states.withLock({ $0.last }) != "cleared" { try await Task.sleep(for: .milliseconds(10)) }
    await pipeline.stopped()
    #expect(states.withLock { $0 } == ["listening", "detected", "cleared", "inactive"])
  }

  // MARK: Bad input

  @Test func warnsOnceWithoutAnAPIStage() async throws {
    let result = try await run(3, "")
    #expect(result.warnings.count == 1 && result.warnings[0].contains("earapi"))
  }

  @Test(arguments: ["/proc/none/rows.jsonl", "/dev/null/rows.jsonl"])
  func aFileThatCannotBeMadeIsAnError(path: String) async throws {
    let result = try await run(3, Self.api, sink: "location=\(path)")
    #expect(result.error?.domain == .resource && result.error?.code == ElementError.Resource.openWrite.rawValue)
    #expect(result.error?.message.contains(path) == true)
  }

  @Test func aFullDiskIsAnErrorThatNamesTheFile() async throws {
    let result = try await run(
      20, Self.api, Self.activity("started", "x1", "a", at: 2000, start: 1000),
      Self.activity("ended", "x1", "a", at: 5000, start: 1000, end: 4000, revision: 2), sink: "location=/dev/full")
    #expect(result.error == nil || result.error?.code == ElementError.Resource.noSpace.rawValue)
    #expect(result.rows.count == 1)
  }

  @Test(arguments: ["yesterday", "2026-13-01T00:00:00Z", "2026-01-31 20:15"])
  func aClockStartThatIsNoTimeIsAnError(text: String) async throws {
    let result = try await StageRun("audiotestsrc num-buffers=2 ! eartimelinesink name=timeline") {
      $0.element(named: "timeline")?.set("clock-start", text)
    }
    #expect(
      result.error?.code == ElementError.Resource.settings.rawValue && result.error?.message.contains(text) == true)
  }

  @Test(arguments: ["event=(string)started", "activity-id=(string)x1", "start=(guint64)1000000000", "revision=(uint)1"])
  func anActivityWithoutARequiredFieldIsDropped(field: String) async throws {
    let broken = Self.activity("started", "x1", "a", at: 2000, start: 1000).replacing(field, with: "other=(int)1")
    let result = try await run(3, Self.api, broken)
    #expect(result.rows.isEmpty && result.error == nil)
  }

  @Test func aPayloadThatIsNoJSONIsDropped() async throws {
    let broken = Self.activity("started", "x1", "a", at: 2000, start: 1000).replacing(
      "payload=(string)", with: "payload=(string)x, was=(string)")
    let result = try await run(3, Self.api, broken)
    #expect(result.rows.isEmpty && result.error == nil)
  }

  @Test func aNewerContractIsAnError() async throws {
    let result = try await run(
      3, Self.api,
      Self.activity("started", "x1", "a", at: 2000, start: 1000).replacing("contract=(int)1", with: "contract=(int)9"))
    #expect(result.error?.message.contains("contract 9") == true)
  }
}
