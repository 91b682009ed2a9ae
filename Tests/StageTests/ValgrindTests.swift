import Foundation
import TestAudio
import Testing

/// Memory that is lost for good: none.
@Suite struct ValgrindTests {
  static let suppressions = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "scripts/valgrind.supp")

  /// The line of the manual, and the bin of a player.
  @Test(arguments: [
    "earfingerprint pack=PACK ! earapi ! eartimelinesink", "earrecognizer pack=PACK ! fakesink sync=true",
  ])
  func nothingIsLost(stages: String) throws {
    let folder = try TemporaryFolder()
    let pack = try Broadcast.writePack(to: folder)
    let file = try Broadcast.write([.init(material: "one", until: 6)], to: folder)
    let line =
      "filesrc location=\(file) ! decodebin ! audioconvert ! \(stages.replacing("PACK", with: pack))"
    let log = folder.path("valgrind.log")
    let result = try Tool.run(
      URL(filePath: "/usr/bin/valgrind"),
      [
        "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
        "--suppressions=\(Self.suppressions.path)",
        "--log-file=\(log)", "--num-callers=30", Launch.program.path, "-m",
      ] + line.split(separator: " ").map(String.init),
      environment: Launch.environment.merging(["G_SLICE": "always-malloc", "G_DEBUG": "gc-friendly,fatal-criticals"]) {
        $1
      }, limit: 300)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("earmark-activity"))
    let report = try String(decoding: folder.contents("valgrind.log"), as: UTF8.self)
    #expect(report.contains("HEAP SUMMARY"), "valgrind did not finish")
    #expect(
      report.contains("definitely lost: 0 bytes") || report.contains("no leaks are possible"),
      "\(report.suffix(6000))")
    #expect(report.contains("ERROR SUMMARY: 0 errors"), "\(report.prefix(6000))")
  }
}
