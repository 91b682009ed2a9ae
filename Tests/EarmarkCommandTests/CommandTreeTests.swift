import Testing

@testable import EarmarkCommand

@Suite struct CommandTreeTests {
  private let tree = CommandTree()

  private func help(_ words: String...) throws -> String {
    guard case .help(let text) = try tree.request(words) else { return "" }
    return text
  }

  private func name(_ words: String...) throws -> String {
    guard case .run(let command, _) = try tree.request(words) else { return "" }
    return command.definition.name
  }

  @Test func subcommandsAreFound() throws {
    #expect(try name("pack", "list", "p") == "pack list")
    #expect(try name("recognize", "--pack", "p", "x") == "recognize")
  }

  @Test func commonOptionsMayStandBeforeTheCommand() throws {
    #expect(try name("--quiet", "pack", "-v", "list", "p") == "pack list")
    guard case .run(_, let arguments) = try tree.request(["-q", "pack", "list", "p"]) else { return }
    #expect(arguments.has(.quiet))
  }

  @Test func versionIsAsked() throws {
    guard case .version = try tree.request(["--version"]) else {
      Issue.record("no version")
      return
    }
  }

  @Test func everyCommandHasHelpWithTwoExamplesAndExitCodes() throws {
    for command in CommandTree.all {
      let definition = command.definition
      let text = try help(contentsOf: definition.name.split(separator: " ").map(String.init) + ["--help"])
      #expect(text.hasPrefix("Usage: earmark \(definition.name)"))
      #expect(definition.examples.count >= 2, "\(definition.name)")
      for example in definition.examples {
        #expect(text.contains(example.line))
        #expect("\(example.line) ".contains("earmark \(definition.name) "))
      }
      for option in definition.allOptions { #expect(text.contains("--\(option.name)")) }
      #expect(text.contains("Exit codes:"))
      // Examples stay in one line, so that they can be copied.
      let lines = text.split(separator: "\n").filter { !$0.contains("earmark \(definition.name)") }
      #expect(lines.allSatisfy { $0.count <= 100 }, "\(definition.name)")
    }
  }

  private func help(contentsOf words: [String]) throws -> String {
    guard case .help(let text) = try tree.request(words) else { return "" }
    return text
  }

  @Test func helpNeedsNoOperands() throws {
    #expect(try help("pack", "add", "-h").contains("FILE"))
    #expect(try help("pack", "--help").contains("pack create"))
    #expect(try help("--help").contains("recognize"))
    #expect(try help("-h").contains("earmark recognize --pack"))
  }

  @Test func examplesParse() throws {
    for command in CommandTree.all {
      for example in command.definition.examples where !example.line.contains(where: { "\"'".contains($0) }) {
        let part = example.line.split(separator: "|").last.map(String.init) ?? ""
        let words = part.split(separator: " ").prefix { $0 != ">" && $0 != "&&" }.dropFirst().map(String.init)
        guard case .run(let found, let arguments) = try tree.request(words) else {
          Issue.record("\(example.line)")
          continue
        }
        #expect(found.definition.name == command.definition.name)
        _ = try found.init(arguments)
      }
    }
  }

  @Test(arguments: [
    ([], "a command is missing"),
    (["pakc"], "unknown command \"pakc\"; did you mean pack?"),
    (["frobnicate"], "unknown command \"frobnicate\""),
    (["pack", "lits", "p"], "unknown pack command \"lits\"; did you mean list?"),
    (["--verison"], "unknown option --verison; did you mean --version?"),
    (["--format", "csv", "pack", "list"], "--format belongs behind the command"),
    (["recognize", "x"], "--pack is missing"),
    (["recognize", "--pack", "p"], "INPUT is missing"),
    (["pack", "info"], "PACK is missing"),
    (["pack", "add", "p"], "FILE is missing"),
    (["pack", "marker", "p", "1"], "--name is missing"),
  ])
  func mistakesAreNamed(_ words: [String], _ message: String) {
    let error = #expect(throws: UsageError.self) { try tree.request(words) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (["pack", "add", "p", "a", "b", "--id", "x"], "--id is for exactly one file, not for 2"),
    (["pack", "add", "p", "a", "b", "--campaign", "x"], "--campaign is for exactly one file, not for 2"),
    (["pack", "create", "p", "--title", "x"], "--title is for exactly one file, not for 0"),
    (["pack", "add", "p", "a.wav", "x/a.mp3"], "\"a.wav\" and \"x/a.mp3\" would both have the id \"a\""),
    (["pack", "add", "p", "-"], "standard input has no name to make an id from; give one with --id"),
    (["pack", "add", "p", "a", "--id", ""], "--id takes a text that is not empty"),
    (["pack", "add", "p", "a", "--jobs", "0"], "--jobs takes a whole number from 1 to 256, not \"0\""),
    (["pack", "list", "p", "--format", "xml"], "--format takes text, jsonl or csv, not \"xml\""),
    (["pack", "marker", "p", "0", "--name", "n"], "CODE is a whole number from 1 to 16777215, not \"0\""),
    (
      ["pack", "marker", "p", "16777216", "--name", "n"], "CODE is a whole number from 1 to 16777215, not \"16777216\""
    ),
    (["pack", "marker", "p", "1", "--name", ""], "the name and the id of a marker are not empty"),
    (["pack", "marker", "p", "1", "--name", "n", "--attribute", "x"], "--attribute takes K=V, not \"x\""),
    (["pack", "marker", "p", "1", "--name", "n", "--attribute", "=x"], "--attribute takes K=V, not \"=x\""),
    (["recognize", "--pack", "p", "-", "-"], "standard input can be read only once"),
    (
      ["recognize", "--pack", "p", "x", "--clock-start", "yesterday"],
      "--clock-start takes a time as in 2026-05-01T18:00:00Z, with a zone, not \"yesterday\""
    ),
  ])
  func argumentsThatMakeNoSenseAreRefused(_ words: [String], _ message: String) throws {
    guard case .run(let command, let arguments) = try tree.request(words) else { return }
    let error = #expect(throws: UsageError.self) { try command.init(arguments) }
    #expect(error?.message == message)
  }
}
