import Earmark
import Testing

@testable import EarmarkCommand

/// Which assignments are for which file.
@Suite struct RunRequestTests {
  private func requests(_ words: String...) throws -> [RunRequest] {
    let arguments = try ArgumentParser(command: RunCommand.definition).parse(words)
    return try RunRequest.all(arguments.operands, restart: .never, of: arguments)
  }

  @Test func whatIsBeforeTheFirstFileIsForAll() throws {
    #expect(
      try requests("PACK=p", "A=1", "a.gst", "A=2", "B=x=y", "b.gst") == [
        RunRequest(file: "a.gst", variables: ["PACK": "p", "A": "2", "B": "x=y"], restart: .never),
        RunRequest(file: "b.gst", variables: ["PACK": "p", "A": "1"], restart: .never),
      ])
  }

  @Test func optionsStandAnywhere() throws {
    let found = try requests("A=1", "--stats", "a.gst", "--format", "jsonl", "B=2")
    #expect(found == [RunRequest(file: "a.gst", variables: ["A": "1", "B": "2"], restart: .never)])
  }

  @Test func restartsAreForAllOrOne() throws {
    let found = try requests("RESTART=always", "a.gst", "b.gst", "RESTART=on-failure", "c.gst", "RESTART=never")
    #expect(found.map(\.restart) == [.always, .onFailure, .never])
    #expect(found.allSatisfy { $0.variables.isEmpty })
  }

  @Test func valuesMayBeEmptyAndTheLastOneCounts() throws {
    #expect(try requests("a.gst", "A=1", "A=")[0].variables == ["A": ""])
  }

  @Test(arguments: ["./a=b.gst", "1A=b", "=b", "a-b=c", "ä=b", "a.gst"]) func whatIsNoAssignmentIsAFile(word: String)
    throws
  {
    #expect(try requests(word).map(\.file) == [word])
  }

  @Test(arguments: [
    (["A=1"], "FILE.gst is missing"), ([], "FILE.gst is missing"),
    (["a.gst", "RESTART=sometimes"], "never, on-failure or always"),
    (["a.gst", "MARKERS=1"], "--markers"), ([""], "empty"),
  ]) func whatMakesNoSense(words: [String], hint: String) throws {
    #expect {
      let arguments = try ArgumentParser(command: RunCommand.definition).parse(words)
      _ = try RunRequest.all(arguments.operands, restart: .never, of: arguments)
    } throws: { ($0 as? UsageError)?.message.contains(hint) == true }
  }

  @Test(arguments: [
    ["--restart", "sometimes"], ["--stall-timeout", "0"], ["--stall-timeout", "soon"], ["--format", "xml"],
  ])
  func optionsThatMakeNoSense(words: [String]) {
    #expect(throws: UsageError.self) {
      try RunCommand(ArgumentParser(command: RunCommand.definition).parse(["a.gst"] + words))
    }
  }

  @Test func namesAreToldApart() {
    #expect(UniqueNames.make(["a", "b", "a", "a"]) == ["a", "b", "a#2", "a#3"])
    #expect(UniqueNames.make(["a", "a", "a#2"]) == ["a", "a#3", "a#2"])
    #expect(UniqueNames.make(["a#2", "a#2"], separator: "-") == ["a#2", "a#2-2"])
    #expect(UniqueNames.make([]).isEmpty)
  }
}
