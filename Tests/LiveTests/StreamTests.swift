import Foundation
import TestAudio
import Testing

/// Streams that come as time passes.
@Suite(.timeLimit(.minutes(3))) struct StreamTests {
  private let programme: Programme

  init() async throws { programme = try await .make() }

  private func once(_ uri: String) async throws -> Tool.Result {
    let pack = programme.pack
    return try await elsewhere {
      try Tool.run(
        Tool.products.appending(path: "earmark"), ["recognize", "--pack", pack, "--once", "--format", "jsonl", uri],
        limit: 60)
    }
  }

  @Test func anIcecastStreamIsRecognised() async throws {
    let server = try programme.server()
    defer { server.stop() }
    let result = try await once(server.stream)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("\"material_id\":\"spot\""))
  }

  @Test func anHLSStreamIsRecognised() async throws {
    let server = try await HLSServer.make(programme.whole)
    let result = try await once(server.uri)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("\"material_id\":\"spot\""))
  }

  @Test func anRTSPStreamIsRecognised() async throws {
    let server = try await RTSPServer.make(programme.whole)
    let result = try await once(server.uri)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("\"material_id\":\"spot\""))
  }
}
