import Foundation
import Recognition
import TestAudio
import Testing

/// The demo from end to end: what it prints, and whether that is the truth.
///
/// After a wanted change of the output: `EARMARK_WRITE_GOLDEN=1` in the environment writes examples/demo/timeline.txt anew.
@Suite struct DemoTests {
  static let demo = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "examples/demo")
  static let golden = demo.appending(path: "timeline.txt")

  /// The folder with what the demo makes, and what it printed; made once.
  static let made = Result { () throws -> (folder: TemporaryFolder, text: String) in
    let folder = try TemporaryFolder()
    let result = try Tool.run(
      URL(filePath: "/bin/bash"), [demo.appending(path: "run.sh").path],
      environment: [
        "EARMARK": Tool.products.appending(path: "earmark").path, "DEMO_OUTPUT": folder.url.path,
      ])
    guard result.status == 0 else { throw Tool.Failure(message: result.error) }
    return (folder, result.text)
  }

  /// A row of `truth.tsv`.
  struct Truth: Sendable {
    let start, end, position, rate: Double
    let spot, note: String
  }

  static func truth() throws -> [Truth] {
    try String(contentsOf: demo.appending(path: "truth.tsv"), encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        func number(_ index: Int) throws -> Double { try #require(Double(fields[index])) }
        return Truth(
          start: try number(0), end: try number(1), position: try number(3), rate: try number(4), spot: fields[2],
          note: fields[5])
      }
  }

  /// The cells of a line of the table, which stand apart by two spaces and more.
  static func cells(_ line: some StringProtocol) -> [String] {
    line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// `0:01:08.336` in seconds; nil for what is no time.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":").map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let rest = parts[2] else { return nil }
    return hours * 3600 + minutes * 60 + rest
  }

  /// Every row and every cell; times to 0.05 s and other numbers to 0.002, since a decoder of another version may change
  /// the last digit.
  @Test func printsTheWholeTimeline() throws {
    let text = try Self.made.get().text
    if ProcessInfo.processInfo.environment["EARMARK_WRITE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: Self.golden)
    }
    let printed = text.split(separator: "\n").map(Self.cells)
    let wanted = try String(contentsOf: Self.golden, encoding: .utf8).split(separator: "\n").map(Self.cells)
    #expect(printed.count == wanted.count)
    for (line, good) in zip(printed, wanted) {
      #expect(line.count == good.count, "\(line)")
      for (cell, right) in zip(line, good) {
        if let time = Self.seconds(right) {
          #expect(abs((Self.seconds(cell) ?? -9) - time) < 0.05, "\(line)")
        } else if let number = Double(right) {
          #expect(abs((Double(cell) ?? -9) - number) < 0.002, "\(line)")
        } else {
          #expect(cell == right, "\(line)")
        }
      }
    }
  }

  @Test(arguments: ["flac", "wav", "opus", "ogg"]) func everyRowIsTheTruth(format: String) throws {
    let folder = try Self.made.get().folder
    let file = folder.path("truth.\(format)")
    let composed = try Tool.run(
      URL(filePath: "/bin/bash"), [Self.demo.appending(path: "compose-broadcast.sh").path, file])
    try #require(composed.status == 0, "\(composed.error)")
    let result = try Tool.run(
      Tool.products.appending(path: "earmark"),
      ["recognize", "--pack", folder.path("demo.earpack"), "--format", "jsonl", file])
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    let rows = try result.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let truth = try Self.truth()
    #expect(rows.map { $0["material_id"]?.stringValue } == truth.map(\.spot))
    for (row, right) in zip(rows, truth) {
      func number(_ key: String) -> Double { row[key]?.doubleValue ?? -9 }
      // What speech hides at first is not heard yet.
      let late = right.note.contains("speech") ? 1.0 : 0.5
      #expect(abs(number("start") - right.start) < late, "\(right): \(number("start"))")
      #expect(abs(number("end") - right.end) < 1.5, "\(right): \(number("end"))")
      let position = right.position + (number("start") - right.start) * right.rate
      #expect(abs(number("position") - position) < 0.05, "\(right): \(number("position"))")
      #expect(abs(number("rate") / right.rate - 1) < 0.001, "\(right): \(number("rate"))")
      #expect(row["event"] == .string("ended") && row["marker"] == .null && row["source"] == .string(file))
      #expect(number("confidence") > 0.9 && number("score") > 50)
      let campaign = Self.demo.appending(path: "campaigns/\(right.spot).json")
      let known = try? JSONValue(parsing: String(contentsOf: campaign, encoding: .utf8))
      #expect(row["campaign"] == known ?? .null, "\(right)")
    }
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect((row["end"]?.doubleValue ?? 1e9) <= (next["start"]?.doubleValue ?? 0) + 0.5)
    }
  }
}
