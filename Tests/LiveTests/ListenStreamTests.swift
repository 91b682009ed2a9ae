import Foundation
import TestAudio
import Testing

/// `earmark listen` to streams, and to sources written as text.
@Suite(.timeLimit(.minutes(3))) struct ListenStreamTests {
  private let programme: Programme

  init() async throws { programme = try await .make() }

  private func listen(_ words: String...) throws -> Listening { try .earmark(words, pack: programme.pack) }

  private func isRecognised(_ uri: String) async throws {
    let listening = try listen("--once", uri)
    #expect(await listening.status() == 0, "\(listening.words)")
    #expect(listening.activities("ended").count == 1, "\(listening.output)")
    #expect(listening.activities("ended").first?["material_id"] as? String == "spot")
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  @Test func anIcecastStreamIsRecognised() async throws {
    let server = try programme.server()
    defer { server.stop() }
    try await isRecognised(server.stream)
  }

  @Test func anHLSStreamIsRecognised() async throws {
    let server = try await HLSServer.make(programme.whole)
    try await isRecognised(server.uri)
  }

  @Test func anRTSPStreamIsRecognised() async throws {
    let server = try await RTSPServer.make(programme.whole)
    try await isRecognised(server.uri)
  }

  @Test func aStreamThatBreaksIsListenedToAgain() async throws {
    let server = try programme.server()
    defer { server.stop() }
    let listening = try listen("--stall-timeout", "8", server.stream)
    #expect(await listening.wait { !$0.activities("started").isEmpty }, "\(listening.words)")

    server.drop()
    #expect(await listening.wait { $0.breaks == 1 && $0.returns == 1 }, "\(listening.words)")
    let firstEnd = listening.latestEnd
    #expect(await listening.wait { $0.hears(after: firstEnd) }, "\(listening.output)")

    server.set(.stalled)
    #expect(await listening.wait { $0.breaks == 2 }, "\(listening.words)")
    server.set(.refusing)
    #expect(await listening.wait { $0.breaks >= 3 }, "\(listening.words)")
    server.set(.streaming)
    #expect(await listening.wait { $0.returns == 2 }, "\(listening.words)")
    let secondEnd = listening.latestEnd
    #expect(await listening.wait { $0.hears(after: secondEnd) }, "\(listening.output)")

    listening.interrupt()
    #expect(await listening.status() == 130)
    let address = "\"\(server.stream)\""
    #expect(listening.words.contains("earmark: \(address) ended; trying again in 1 s"), "\(listening.words)")
    #expect(
      listening.words.contains { $0.hasPrefix("earmark: \(address) gives nothing: no audio came for ") })
    // One row for each activity, none of which overlap.
    let rows = listening.activities("ended")
    #expect(rows.count == Set(rows.compactMap { $0["activity_id"] as? String }).count && rows.count >= 3)
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(row["end"] as? Double ?? .infinity <= next["start"] as? Double ?? 0)
    }
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  @Test func anRTSPServerThatIsRestartedIsListenedToAgain() async throws {
    let server = try await RTSPServer.make(programme.whole)
    let listening = try listen("--stall-timeout", "8", server.uri)
    #expect(await listening.wait { !$0.activities("started").isEmpty }, "\(listening.words)")
    server.kill()
    #expect(await listening.wait { $0.breaks > 0 }, "\(listening.words)")
    let end = listening.latestEnd
    let second = try await RTSPServer.make(programme.whole, port: server.port)
    #expect(await listening.wait { $0.hears(after: end) }, "\(listening.words)")
    listening.interrupt()
    #expect(await listening.status() == 130)
    withExtendedLifetime(second) {}
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  // MARK: What cannot be listened to

  @Test func aStreamThatGivesNothingAtFirstEndsIt() async throws {
    let server = try programme.server()
    defer { server.stop() }
    server.set(.stalled)
    let listening = try listen("--stall-timeout", "2", server.stream)
    #expect(await listening.status() == 5)
    let said = "earmark: \"\(server.stream)\" gives nothing: no audio came for "
    #expect(listening.words.last?.hasPrefix(said) == true, "\(listening.words)")
    #expect(listening.leavesNothing, "\(listening.error)")
  }

  @Test func aStreamThatIsRefusedAtFirstEndsIt() async throws {
    let server = try programme.server()
    server.stop()
    let listening = try listen(server.stream)
    #expect(await listening.status() == 5)
    #expect(
      listening.words.last == "earmark: \"\(server.stream)\" cannot be read: check the address and the network")
  }

  /// With the exit code of credentials that are refused.
  @Test func aStreamThatWantsCredentialsEndsIt() async throws {
    let server = try programme.server()
    defer { server.stop() }
    server.set(.protected)
    let listening = try listen(server.stream)
    #expect(await listening.status() == 6)
    let refusal = "earmark: \"\(server.stream)\" may not be read without authorisation"
    #expect(listening.words.last?.hasPrefix(refusal) == true, "\(listening.words)")
    let text = try listen("--source", "souphttpsrc location=\(server.stream) ! decodebin")
    #expect(await text.status() == 6)
    #expect(text.words.last?.hasPrefix("earmark: --source: ") == true, "\(text.words)")
    #expect(text.words.last?.hasSuffix("; check the credentials") == true, "\(text.words)")
    let recognized = try await elsewhere { [programme] in
      try Tool.run(
        Tool.products.appending(path: "earmark"), ["recognize", "--pack", programme.pack, server.stream], limit: 60)
    }
    #expect(recognized.status == 6 && recognized.error.hasPrefix(refusal), "\(recognized.error)")
  }

  /// Credentials that are refused later may be accepted again: a server that is being set up.
  @Test func aStreamThatWantsCredentialsLaterIsTriedAgain() async throws {
    let server = try programme.server()
    defer { server.stop() }
    let listening = try listen(server.stream)
    #expect(await listening.wait { $0.error.contains("listening to ") }, "\(listening.words)")
    server.set(.protected)
    server.drop()
    #expect(await listening.wait { $0.breaks >= 2 }, "\(listening.words)")
    #expect(listening.records("fault").last?["code"] as? Int == 401, "\(listening.records("fault"))")
    server.set(.streaming)
    #expect(await listening.wait { $0.returns == 1 }, "\(listening.words)")
    listening.interrupt()
    #expect(await listening.status() == 130)
  }

  @Test func aFileOfAServerThatIsNoSoundEndsIt() async throws {
    let folder = try TemporaryFolder()
    try folder.write("text", Array("nothing to hear here, only some words\n".utf8))
    let server = try StreamServer(folder: folder.url.path)
    defer { server.stop() }
    let text = try listen(server.uri("text"))
    let nothing = try listen(server.uri("nothing"))
    #expect(await text.status() == 3)
    #expect(text.words.last?.hasSuffix("is no audio or video of a kind that is known") == true, "\(text.words)")
    #expect(await nothing.status() == 3)
    #expect(nothing.words.last == "earmark: there is nothing at \"\(server.uri("nothing"))\"")
  }

  @Test(
    arguments: [
      ("audiotestsr", 2, "--source:1:1: there is no element audiotestsr; did you mean audiotestsrc?"),
      ("audiotestsrc wvae=sine", 2, "--source:1:14: audiotestsrc has no property wvae; did you mean wave?"),
      ("audiotestsrc ! !", 2, "--source ends with \"!\"; leave that out"),
      ("audiotestsrc \"", 2, "--source:1:14: quotes are expected"),
      ("audiotestsrc ${NOBODY}", 2, "--source:1:14: the variable NOBODY has no value"),
      ("videotestsrc", 2, "--source does not give raw audio; decode it"),
      ("fakesrc", 3, "--source does not give raw audio; decode it"),
      ("filesrc location=/nonexistent ! decodebin", 3, "--source: resource not found"),
      ("souphttpsrc location=http://127.0.0.1:9/ ! decodebin", 5, "--source: the connection fails or breaks off"),
    ] as [(String, Int32, String)])
  func aSourceThatIsNoneEndsIt(text: String, code: Int32, message: String) async throws {
    let listening = try listen("--source", text)
    #expect(await listening.status() == code)
    #expect(listening.words.contains { $0.hasPrefix("earmark: \(message)") }, "\(listening.error)")
    #expect(listening.records.isEmpty)
  }
}
