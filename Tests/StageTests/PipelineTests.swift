import Foundation
import GStreamerKit
import Recognition
import Synchronization
import TestAudio
import Testing

/// The three stages behind each other, over composed audio.
@Suite struct PipelineTests {
  let folder: TemporaryFolder
  let pack: String

  init() throws {
    folder = try TemporaryFolder()
    pack = try Broadcast.writePack(to: folder)
  }

  /// What should be in a row: material, start, end, position at the start, s.
  struct Expected: Sendable {
    let material: String
    let start, end, position: Double
  }

  /// The parts that a pack knows, back to back ones of one material that go on where the one before ended as one.
  static func expected(_ parts: [Broadcast.Part]) -> [Expected] {
    var time = 0.0
    return parts.compactMap { part in
      defer { time += part.duration }
      return part.material.map { Expected(material: $0, start: time, end: time + part.duration, position: part.from) }
    }
  }

  func line(_ file: String, decode: String = "decodebin ! audioconvert", between: String = "") -> String {
    """
    filesrc location=\(file) ! \(decode) ! earfingerprint name=fingerprint pack=\(pack) ! \(between) earapi name=api \
    ! eartimelinesink name=timeline source=b
    """
  }

  func expect(_ rows: [JSONValue], _ expected: [Expected], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      rows.map { $0["material_id"]?.stringValue } == expected.map(\.material), sourceLocation: sourceLocation)
    for (row, wanted) in zip(rows, expected) {
      let start = row["start"]?.doubleValue ?? -9
      let end = row["end"]?.doubleValue ?? -9
      let position = row["position"]?.doubleValue ?? -9
      #expect(abs(start - wanted.start) < 0.5, "\(row)", sourceLocation: sourceLocation)
      #expect(abs(end - wanted.end) < 0.5, "\(row)", sourceLocation: sourceLocation)
      #expect(
        abs(position - (wanted.position + start - wanted.start)) < 0.05, "\(row)", sourceLocation: sourceLocation)
      #expect(row["title"]?.stringValue == "Spot \(wanted.material)", sourceLocation: sourceLocation)
      #expect(
        row["campaign"]?["title"]?.stringValue == "Campaign of \(wanted.material)", sourceLocation: sourceLocation)
      #expect(row["event"]?.stringValue == "ended", sourceLocation: sourceLocation)
    }
  }

  static let parts: [Broadcast.Part] = [
    .init(material: nil, until: 5), .init(material: "one"), .init(material: "one"), .init(material: nil, until: 3),
    .init(material: "two", until: 7), .init(material: "three"), .init(material: nil, from: 3, until: 9),
  ]

  @Test(arguments: [
    "decodebin ! audioconvert", "wavparse ! audioconvert ! audioresample ! audio/x-raw,rate=44100,channels=2",
  ])
  func theWholeTimeline(decode: String) async throws {
    let file = try Broadcast.write(Self.parts, to: folder)
    let result = try await StageRun(line(file, decode: decode))
    expect(result.rows, Self.expected(Self.parts))
    #expect(result.error == nil && result.warnings == [])
    #expect(result.timeline.arrayValue?.count == 4)
    // Handlers for campaigns hear of each once as started and once as ended.
    #expect(result.campaigns.filter { $0["event"] == .string("started") }.count == 4)
    #expect(result.campaigns.filter { $0["event"] == .string("ended") }.count == 4)
    #expect(result.messages.filter { $0.name == "earmark-activity" }.count >= 8)
  }

  @Test(arguments: [
    "queue !", "tee ! queue !", "audioconvert ! audioresample ! audio/x-raw,rate=22050 ! queue !",
    "volume volume=0.5 ! audiorate !", "queue max-size-buffers=1 ! queue2 !",
  ])
  func whatStandsBetweenTheStagesDoesNotMatter(between: String) async throws {
    let file = try Broadcast.write(Self.parts, to: folder)
    let result = try await StageRun(line(file, between: between))
    expect(result.rows, Self.expected(Self.parts))
    #expect(result.warnings == [])
  }

  @Test func oneMaterialFromItsMiddleToItsEnd() async throws {
    let parts: [Broadcast.Part] = [.init(material: "three", from: 4), .init(material: nil, until: 6)]
    let file = try Broadcast.write(parts, to: folder)
    expect(try await StageRun(line(file)).rows, Self.expected(parts))
  }

  @Test func aJumpInsideAMaterialIsARestart() async throws {
    let parts: [Broadcast.Part] = [.init(material: "two", until: 8), .init(material: "two", from: 2)]
    let file = try Broadcast.write(parts, to: folder)
    expect(try await StageRun(line(file)).rows, Self.expected(parts))
  }

  @Test func theSameAgainAfterALongPauseIsAnotherRow() async throws {
    let parts: [Broadcast.Part] = [
      .init(material: "two", until: 8), .init(material: nil, until: 11), .init(material: "two", until: 8),
    ]
    let file = try Broadcast.write(parts, to: folder)
    expect(try await StageRun(line(file)).rows, Self.expected(parts))
  }

  @Test func nothingKnownIsNoRow() async throws {
    let file = try Broadcast.write([.init(material: nil), .init(material: nil, from: 2)], to: folder)
    let result = try await StageRun(line(file))
    #expect(result.rows.isEmpty && result.timeline == .array([]) && result.warnings == [] && result.error == nil)
  }

  // MARK: Seeks

  /// Plays a file to a place, seeks while the stages are at work, and plays to the end.
  func seek(_ parts: [Broadcast.Part], at place: Double, to target: Double) async throws -> StageRun {
    let file = try Broadcast.write(parts, to: folder)
    let flushes = PadMeddler.FlushCounter()
    return try await StageRun(line(file, decode: "wavparse ! identity name=before")) { pipeline in
      let before = pipeline.element(named: "before")
      PadMeddler.countFlushes(of: before, flushes)
      PadMeddler.install(on: before) { [weak pipeline] _, time in
        guard time >= UInt64(place * 1e9), flushes.count.load(ordering: .sequentiallyConsistent) == 0 else {
          return .pass
        }
        DispatchQueue.global().async { [weak pipeline] in _ = pipeline?.seek(to: UInt64(target * 1e9)) }
        // Nothing more of the old place is played.
        for _ in 0..<10_000 where flushes.count.load(ordering: .sequentiallyConsistent) == 0 { usleep(1000) }
        return .pass
      }
    }
  }

  @Test func aSeekEndsWhatIsCurrentAndOpensWhatIsThere() async throws {
    let result = try await seek(
      [.init(material: "one"), .init(material: "two"), .init(material: nil, until: 4)], at: 8, to: 14)
    #expect(result.error == nil && result.warnings == [])
    #expect(result.rows.map { $0["material_id"]?.stringValue } == ["one", "two"])
    let one = try #require(result.rows.first)
    let two = try #require(result.rows.last)
    #expect(abs((one["end"]?.doubleValue ?? -9) - 8) < 1.3)
    // Running time begins anew.
    let start = two["start"]?.doubleValue ?? -9
    #expect(abs(start) < 0.5)
    #expect(abs((two["position"]?.doubleValue ?? -9) - 2 - start) < 0.05)
    #expect(abs((two["end"]?.doubleValue ?? -9) - 10) < 0.5)
    #expect(one["event"] == .string("ended") && two["event"] == .string("ended"))
  }

  @Test func aSeekBackInOneMaterialIsAnotherRow() async throws {
    let result = try await seek([.init(material: "three"), .init(material: nil, until: 4)], at: 9, to: 3)
    #expect(result.rows.map { $0["material_id"]?.stringValue } == ["three", "three"])
    #expect(result.rows.allSatisfy { $0["event"] == .string("ended") })
    let again = try #require(result.rows.last)
    #expect(abs((again["position"]?.doubleValue ?? -9) - 3 - (again["start"]?.doubleValue ?? -9)) < 0.05)
  }

  @Test func aSeekToWhereNothingIsEndsTheRow() async throws {
    let result = try await seek([.init(material: "one"), .init(material: nil, until: 8)], at: 8, to: 13)
    #expect(result.rows.count == 1 && result.rows.first?["event"] == .string("ended"))
  }

  // MARK: Files

  @Test func rowsAreInTheFile() async throws {
    let file = try Broadcast.write(Self.parts, to: folder)
    let rows = folder.path("rows.jsonl")
    let result = try await StageRun(line(file)) {
      $0.element(named: "timeline")?.set("location", rows)
      $0.element(named: "timeline")?.set("clock-start", "2026-01-31T20:15:00Z")
    }
    let lines = try String(decoding: folder.contents("rows.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(try lines.map { try JSONValue(parsing: String($0)) } == result.rows)
    expect(result.rows, Self.expected(Self.parts))
    #expect(result.rows.first?["observed_at"]?.stringValue?.hasPrefix("2026-01-31T20:15:0") == true)
  }

  @Test func stoppingInTheMiddleStillEndsTheRow() async throws {
    let file = try Broadcast.write([.init(material: "one"), .init(material: "two")], to: folder)
    let rows = folder.path("rows.jsonl")
    let result = try await StageRun(line(file, decode: "wavparse ! identity name=before")) { pipeline in
      pipeline.element(named: "timeline")?.set("location", rows)
      PadMeddler.install(on: pipeline.element(named: "before")) { [weak pipeline] _, time in
        if time > 8_000_000_000 {
          pipeline?.stop()
          usleep(20_000)
        }
        return .pass
      }
    }
    #expect(result.error == nil)
    let lines = try String(decoding: folder.contents("rows.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1 && lines.first?.contains("\"event\":\"ended\"") == true)
  }
}
