import Foundation
import GStreamerKit
import Recognition
import TestAudio
import Testing

/// `earrecognizer` where there is a marker stage. This test program runs once more for it, alone, with a plugin in C: for
/// the tests beside it there is none.
@Suite(.timeLimit(.minutes(5))) struct MarkerStageTests {
  private static let role = ProcessInfo.processInfo.environment["EARMARK_MARKER_STAGE_TEST"]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(.enabled(if: role == nil)) func aMarkerStageIsTakenIntoTheBranch() throws {
    let plugin = try CLibrary.markerPlugin()
    let result = try Tool.run(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
      ["--testing-library", "swift-testing", "--filter", "MarkerStageTests/asChild"],
      environment: ["GST_PLUGIN_PATH": plugin.url.path, "EARMARK_MARKER_STAGE_TEST": "run"], limit: 240)
    #expect(result.status == 0, "\(result.text)\(result.error)")
    for child in ["own", "beside", "without", "again"] {
      #expect(result.text.contains("CHILD: \(child)"), "\(result.text)\(result.error)")
    }
  }

  private func player(_ properties: String) throws -> Player {
    let pack = try Broadcast.writePack(to: folder)
    let file = try Broadcast.write([.init(material: "one", until: 6)], to: folder)
    return try Player(
      "filesrc location=\(file) ! wavparse ! earrecognizer name=ear pack=\(pack) \(properties) ! fakesink")
  }

  /// What the branch consists of, from its queue on.
  private func stages(_ player: Player) -> [String] {
    player.pipeline.elements.map(\.factory).filter { $0.hasPrefix("ear") && $0 != "earrecognizer" }.reversed()
  }

  private func hears(_ player: Player, marker: String? = nil) async throws {
    try player.pipeline.play()
    try await player.wait("the end of the activity") { !player.heard.ended.isEmpty }
    #expect(player.heard.ended == ["one"] && player.heard.warnings.isEmpty && player.heard.error == nil)
    if let marker { try await player.wait("the marker") { player.heard.markers.contains(marker) } }
  }

  @Test(.enabled(if: role != nil)) func asChildOwn() async throws {
    let player = try player("markers=true")
    try await hears(player, marker: "1 identified Seven")
    #expect(stages(player) == ["earfingerprint", "earmarkerdetect", "earapi", "eartimelinesink"])
    let row = try #require(player.timeline.first)
    #expect(row["marker"]?["name"] == .string("Seven") && row["marker"]?["id"] == .string("seven"))
    #expect(player.heard.activities.last?["marker"]?["name"] == .string("Seven"))
    await player.pipeline.stopped()
    #expect(player.heard.markers == ["1 listening", "1 detected", "1 identified Seven", "1 inactive"])
    print("CHILD: own")
  }

  @Test(.enabled(if: role != nil)) func asChildBesideAChain() async throws {
    let player = try player("markers=true chain=\"earfingerprint ! eartrouble ! earapi\"")
    try await hears(player, marker: "1 identified Seven")
    #expect(stages(player) == ["earmarkerdetect", "earfingerprint", "eartrouble", "earapi", "eartimelinesink"])
    await player.pipeline.stopped()
    print("CHILD: beside")
  }

  @Test(.enabled(if: role != nil)) func asChildWithout() async throws {
    let player = try player("")
    try await hears(player)
    #expect(stages(player) == ["earfingerprint", "earapi", "eartimelinesink"])
    #expect(player.heard.markers.isEmpty && player.timeline.first?["marker"] == .null)
    await player.pipeline.stopped()
    print("CHILD: without")
  }

  /// Every start of the player is a generation, although each has a branch of its own.
  @Test(.enabled(if: role != nil)) func asChildAgain() async throws {
    let player = try player("markers=true")
    for generation in 1...3 {
      let before = player.heard.ended.count
      try player.pipeline.play()
      try await player.wait("the end of the activity") { player.heard.ended.count > before }
      await player.pipeline.stopped()
      #expect(
        player.heard.markers.suffix(4)
          == ["listening", "detected", "identified Seven", "inactive"].map { "\(generation) \($0)" })
    }
    #expect(player.heard.markers.count == 12)
    print("CHILD: again")
  }
}
