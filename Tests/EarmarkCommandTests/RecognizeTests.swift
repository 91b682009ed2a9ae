import Foundation
import TestAudio
import Testing

/// The whole way: packs made and inputs recognised by the built program.
@Suite struct RecognizeTests {
  /// A pack and a broadcast that all tests read and none changes.
  private struct Fixture {
    let earmark: Earmark

    init() throws {
      earmark = try Earmark()
      let first = Tune.samples(seed: 11, seconds: 6)
      let second = Tune.samples(seed: 12, seconds: 6)
      try earmark.folder.write("first.wav", WaveFile.bytes(first))
      try earmark.folder.write("second.wav", WaveFile.bytes(second))
      try earmark.folder.write("c.json", Array(#"{"title":"Spring sale"}"#.utf8))
      let quiet = [Float](repeating: 0, count: 24000)
      let broadcast = quiet + first + Tune.samples(seed: 99, seconds: 4) + second + quiet
      try earmark.folder.write("broadcast.wav", WaveFile.bytes(broadcast))
      try earmark.tune("other.wav", seed: 77, seconds: 6)
      try earmark("pack", "create", "p.earpack", "second.wav")
      try earmark("pack", "add", "p.earpack", "first.wav", "--campaign", "c.json")
    }
  }

  private static let fixture = Result { try Fixture() }
  private let earmark: Earmark

  init() throws { earmark = try Self.fixture.get().earmark }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func materialsAreFoundWhereTheyAre() throws {
    let result = try earmark(
      "recognize", "--pack", "p.earpack", "broadcast.wav", "--format", "jsonl", "--clock-start", "2026-05-01T18:00:00Z")
    #expect(result.status == 0, "\(result.error)")
    let rows = try objects(result.text)
    #expect(rows.map { $0["material_id"] as? String } == ["first", "second"])
    for (row, truth) in zip(rows, [(3.0, 9.0), (13.0, 19.0)]) {
      let start = try #require(row["start"] as? Double)
      let end = try #require(row["end"] as? Double)
      let position = try #require(row["position"] as? Double)
      #expect(abs(start - truth.0) < 1.5 && abs(end - truth.1) < 1.5, "\(start) \(end)")
      #expect(abs(start - position - truth.0) < 0.05, "\(start) \(position)")
      #expect(row["v"] as? Int == 1 && row["type"] as? String == "activity" && row["event"] as? String == "ended")
      #expect(row["source"] as? String == "broadcast.wav")
      #expect((row["observed_at"] as? String)?.hasPrefix("2026-05-01T18:00:") == true)
    }
    #expect((rows[0]["campaign"] as? [String: Any])?["title"] as? String == "Spring sale")
  }

  @Test func peopleGetATable() throws {
    let lines = try earmark("recognize", "--pack", "p.earpack", "first.wav").text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("material") == true)
    #expect(lines.last?.contains("first") == true && lines.last?.hasSuffix("Spring sale") == true)
  }

  @Test func onceStopsAtTheFirst() throws {
    let result = try earmark("recognize", "--pack", "p.earpack", "--once", "broadcast.wav", "--format", "jsonl")
    #expect(result.status == 0)
    #expect(try objects(result.text).map { $0["material_id"] as? String } == ["first"])
  }

  @Test func standardInputIsRecognised() throws {
    let result = try earmark(
      "recognize", "--pack", "p.earpack", "-", "--format", "csv", input: try earmark.folder.contents("second.wav"))
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\r\n").count == 2)
    #expect(result.text.contains(",second,"))
  }

  @Test func whatIsNotInThePackIsNotFound() throws {
    let result = try earmark("recognize", "--pack", "p.earpack", "other.wav", "none.wav", "first.wav")
    #expect(result.status == 3)
    #expect(result.text.split(separator: "\n").count == 2)
    #expect(try earmark("recognize", "--pack", "p.earpack", "other.wav").status == 1)
  }

  @Test func theSameInputGivesTheSameRows() throws {
    func rows() throws -> [String] {
      try objects(earmark("recognize", "--pack", "p.earpack", "first.wav", "--format", "jsonl").text).map { row in
        row.filter { $0.key != "activity_id" }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined()
      }
    }
    #expect(try rows() == rows())
  }
}
