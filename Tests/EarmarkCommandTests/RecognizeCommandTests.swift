import Foundation
import Media
import Recognition
import Testing

@testable import EarmarkCommand

@Suite struct RecognizeCommandTests {
  private static func record(
    _ event: String, _ id: String, end: String = "null", marker: String = "null", campaign: String = "null",
    extra: String = ""
  ) -> String {
    "{\"v\":1,\"type\":\"activity\",\"event\":\"\(event)\",\"revision\":1,\"activity_id\":\"\(id)-1\",\"material_id\":"
      + "\"\(id)\",\"title\":\"T\",\"start\":1.5,\"end\":\(end),\"position\":0.25,\"rate\":1.01,\"confidence\":0.999,"
      + "\"score\":7,\"marker\":\(marker),\"campaign\":\(campaign),\"alternatives\":[],\"observed_at\":"
      + "\"2026-01-01T00:00:00.000Z\",\"source\":\"in.wav\"\(extra)}"
  }

  private static let hearing = [
    record("started", "a"), record("refined", "a"),
    record(
      "ended", "a", end: "61.25", marker: #"{"id":"m","name":"Oslo","attributes":{}}"#,
      campaign: #"{"title":"Spring, now"}"#),
  ]

  private func run(
    _ engine: ScriptedEngine, _ words: String...
  ) async throws -> (code: ExitCode, output: String, error: String) {
    let output = Pipe()
    let error = Pipe()
    let console = Console(
      verbosity: .normal, output: OutputDescriptor(number: output.fileHandleForWriting.fileDescriptor),
      error: OutputDescriptor(number: error.fileHandleForWriting.fileDescriptor), environment: [:])
    let arguments = try ArgumentParser(command: RecognizeCommand.definition).parse(["--pack", "p.earpack"] + words)
    let code = try await RecognizeCommand(arguments, engine: engine).run(on: console)
    return (code, try text(output), try text(error))
  }

  private func text(_ pipe: Pipe) throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test func aHearingIsARow() async throws {
    let result = try await run(ScriptedEngine(["in.wav": .records(Self.hearing)]), "in.wav")
    #expect(result.code == .done)
    #expect(
      result.output == """
              start          end  material                 position   rate  confidence  marker      campaign
        0:00:01.500  0:01:01.250  a                     0:00:00.250  1.010       0.999  Oslo        Spring, now

        """)
    #expect(result.error == "")
  }

  @Test func jsonLinesAreTheRecordsThemselves() async throws {
    let result = try await run(ScriptedEngine(["in.wav": .records(Self.hearing)]), "in.wav", "--format", "jsonl")
    #expect(result.output == Self.hearing[2] + "\n")
  }

  @Test func csvHasItsHeadingAlsoWithoutRows() async throws {
    let heading = "start,end,material,position,rate,confidence,marker,campaign,source\r\n"
    let some = try await run(ScriptedEngine(["in.wav": .records(Self.hearing)]), "in.wav", "--format", "csv")
    #expect(some.output == heading + "1.5,61.25,a,0.25,1.01,0.999,Oslo,\"Spring, now\",in.wav\r\n")
    let none = try await run(ScriptedEngine([:]), "in.wav", "--format", "csv")
    #expect(none.output == heading)
    #expect(none.code == .nothingRecognised)
  }

  @Test func nothingIsPrintedForNothing() async throws {
    let result = try await run(ScriptedEngine([:]), "in.wav")
    #expect(result.code == .nothingRecognised)
    #expect(result.output == "" && result.error == "")
  }

  @Test func supersededHearingsAreNoRows() async throws {
    let lines = [
      Self.record("started", "x"), Self.record("ended", "x", end: "1.5", extra: ",\"superseded\":true"),
    ]
    let result = try await run(ScriptedEngine(["in.wav": .records(lines)]), "in.wav")
    #expect(result.code == .nothingRecognised)
    #expect(result.output == "")
  }

  @Test func onceLeavesAtTheFirstHearing() async throws {
    let engine = ScriptedEngine([
      "in.wav": .records(Self.hearing + [Self.record("started", "b"), Self.record("ended", "b", end: "99")])
    ])
    let result = try await run(engine, "in.wav", "--once", "--format", "jsonl")
    #expect(engine.cancelled >= 1)
    #expect(result.output == Self.hearing[2] + "\n")
  }

  @Test func severalInputsSayWhichAndGoOnAfterFailures() async throws {
    let engine = ScriptedEngine([
      "in.wav": .records(Self.hearing),
      "bad.wav": .refusal(CommandFailure(.input, "\"bad.wav\" is bad")),
      "half.wav": .failure(CommandFailure(.network, "\"half.wav\" broke off"), after: Self.hearing),
    ])
    let result = try await run(engine, "bad.wav", "in.wav", "half.wav", "none.wav")
    #expect(result.code == .network)
    #expect(result.error == "earmark: \"bad.wav\" is bad\nearmark: \"half.wav\" broke off\n")
    #expect(result.output.split(separator: "\n").map { $0.hasSuffix("in.wav") } == [false, true, true])
    #expect(engine.requests.map(\.input.name) == ["bad.wav", "in.wav", "half.wav", "none.wav"])
  }

  @Test func aBadPackIsToldOnce() async throws {
    let engine = ScriptedEngine(["in.wav": .records(Self.hearing)])
    let failure = await #expect(throws: CommandFailure.self) {
      try await run(engine, "--pack", "bad.earpack", "in.wav", "in.wav")
    }
    #expect(failure?.exitCode == .pack)
    #expect(engine.requests.isEmpty)
  }

  @Test func damageIsToldButNoFailure() async throws {
    let result = try await run(ScriptedEngine(["in.wav": .damaged("cut off", after: Self.hearing)]), "in.wav")
    #expect(result.code == .done)
    #expect(result.error == "earmark: cut off\n")
  }

  @Test func faultsAreTold() async throws {
    let fault = #"{"v":1,"type":"fault","stage":"api","code":500,"text":"no server"}"#
    let result = try await run(ScriptedEngine(["in.wav": .records([fault])]), "in.wav")
    #expect(result.error == "earmark: in.wav: no server\n")
    #expect(result.code == .nothingRecognised)
  }

  @Test func whatIsNoRecordIsAnInternalError() async throws {
    await #expect(throws: (any Error).self) {
      try await run(ScriptedEngine(["in.wav": .records(["not json"])]), "in.wav")
    }
  }

  @Test func theClockStartIsPassedOn() async throws {
    let engine = ScriptedEngine([:])
    _ = try await run(engine, "in.wav", "--clock-start", "2026-05-01T18:00:00+02:00")
    #expect(engine.requests.first?.clockStart == Timestamp(parsing: "2026-05-01T16:00:00Z"))
    #expect(engine.requests.first?.pack == "p.earpack")
  }

  @Test func controlCharactersAreShown() async throws {
    let line = Self.record("ended", "a", end: "2", campaign: #"{"title":"x\u001b[2Jy"}"#)
    let result = try await run(ScriptedEngine(["in.wav": .records([line])]), "in.wav")
    #expect(result.output.contains("x\\x1b[2Jy"))
  }
}
