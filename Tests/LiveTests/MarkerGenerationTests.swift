import Foundation
import TestAudio
import Testing

/// Markers while `earmark listen` loses its source and finds it again: every start of capturing is a generation.
@Suite(.timeLimit(.minutes(3))) struct MarkerGenerationTests {
  private let programme: Programme
  /// With a marker stage that hears code 7 in everything, once a second.
  private let environment: [String: String]

  init() async throws {
    programme = try await .make()
    let plugin = try await elsewhere { try CLibrary.markerPlugin() }
    environment = ["GST_PLUGIN_PATH": plugin.url.path, "GST_REGISTRY": plugin.path("registry.bin")]
  }

  private func listen(_ words: [String], _ more: [String: String] = [:]) throws -> Listening {
    try .earmark(["--markers"] + words, pack: programme.pack, environment: environment.merging(more) { $1 })
  }

  /// `2 identified Seven`.
  private static func words(of listening: Listening) -> [String] {
    listening.records("marker-state").map { record in
      let name = ((record["marker"] as? [String: Any])?["name"] as? String).map { " \($0)" } ?? ""
      return "\(record["generation"] as? Int ?? -1) \(record["state"] as? String ?? "")\(name)"
    }
  }

  /// What one generation says from its start to its end.
  private static func whole(_ generation: Int) -> [String] {
    ["listening", "detected", "identified Seven", "inactive"].map { "\(generation) \($0)" }
  }

  private func isIdentified(_ generation: Int, _ listening: Listening) async -> Bool {
    await listening.wait { Self.words(of: $0).contains("\(generation) identified Seven") }
  }

  private func end(_ listening: Listening, generations: Int) async throws {
    listening.interrupt()
    #expect(await listening.status() == 130)
    let words = Self.words(of: listening)
    #expect(words == (1...generations).flatMap(Self.whole), "\(words)")
    let revisions = listening.records("marker-state").compactMap { $0["revision"] as? Int }
    #expect(revisions.count == words.count)
    // Private to the pipeline.
    #expect(!listening.output.contains("\"code\":7"))
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  @Test func aStreamThatIsDropped() async throws {
    let server = try programme.server()
    defer { server.stop() }
    let listening = try listen([server.stream])
    for generation in 1...2 {
      #expect(await isIdentified(generation, listening), "\(listening.words) \(Self.words(of: listening))")
      server.drop()
    }
    #expect(await isIdentified(3, listening), "\(listening.words) \(Self.words(of: listening))")
    #expect(listening.breaks == 2 && listening.returns == 2)
    try await end(listening, generations: 3)
  }

  @Test func aSoundServerThatIsRestarted() async throws {
    let daemon = try await SoundDaemon.make()
    let listening = try listen(["--device", "air.monitor"], daemon.environment)
    let player = try daemon.play(programme.whole)
    #expect(await isIdentified(1, listening), "\(listening.words) \(Self.words(of: listening))")
    daemon.kill()
    // Capturing has ended with it.
    #expect(await listening.wait { Self.words(of: $0).last == "1 inactive" }, "\(Self.words(of: listening))")
    player.stop()
    try await daemon.restart()
    #expect(await isIdentified(2, listening), "\(listening.words) \(Self.words(of: listening))")
    try await end(listening, generations: 2)
  }

  @Test func aHearingCarriesTheNameOfItsMarker() async throws {
    let server = try programme.server()
    defer { server.stop() }
    let listening = try listen(["--once", server.stream])
    #expect(await listening.status() == 0, "\(listening.words)")
    let marker = listening.activities("ended").first?["marker"] as? [String: Any]
    #expect(marker?["name"] as? String == "Seven" && marker?["id"] as? String == "airing-7")
  }

  @Test func withoutAMarkerStageItSaysSo() async throws {
    let listening = try Listening.earmark(["--markers", "http://127.0.0.1:9/"], pack: programme.pack)
    #expect(await listening.status() == 2)
    #expect(listening.error.contains("earmarkerdetect"), "\(listening.error)")
  }
}
