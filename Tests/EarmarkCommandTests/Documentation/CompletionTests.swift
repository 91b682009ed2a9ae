import Foundation
import TestAudio
import Testing

@testable import EarmarkCommand

/// What shells offer, asked from the shells.
@Suite struct CompletionTests {
  private static let shells = CompletionShell.Kind.allCases
  private let commands = CommandTree.all.map { $0.definition }

  /// Every command, every option, and every value of those that have a list: those of commands that come later too.
  @Test(arguments: shells) func everythingThatIsDefinedIsOffered(kind: CompletionShell.Kind) throws {
    let shell = try CompletionShell(kind)
    let groups = Dictionary(grouping: commands.map { $0.name.split(separator: " ").map(String.init) }) { $0[0] }
    var lines = ["earmark "]
    var expected = [Set(groups.keys)]
    for (group, names) in groups where names[0].count > 1 {
      lines.append("earmark \(group) ")
      expected.append(Set(names.map { $0[1] }))
    }
    for command in commands {
      lines.append("earmark \(command.name) --")
      expected.append(Set(command.allOptions.map { "--\($0.name)" }))
      for option in command.options where !option.choices.isEmpty {
        lines.append("earmark \(command.name) --\(option.name) ")
        expected.append(Set(option.choices))
      }
      if let first = command.operands.first, !first.choices.isEmpty {
        lines.append("earmark \(command.name) ")
        expected.append(Set(first.choices))
      }
    }
    let offers = try shell.offers(lines)
    try #require(offers.count == lines.count)
    for (line, (offered, wanted)) in zip(lines, zip(offers, expected)) {
      #expect(offered == wanted || (offered.isSuperset(of: wanted) && line.hasSuffix("--")), "\(line)")
    }
  }

  private static let packs: Set<String> = ["a.earpack", "my pack.earpack", "dir"]

  @Test(arguments: shells) func filesAreThoseThatFit(kind: CompletionShell.Kind) throws {
    let shell = try CompletionShell(kind)
    let offers = try shell.offers([
      "earmark pack list ", "earmark recognize -p ", "earmark recognize --pack=", "earmark pack campaign a.earpack x ",
      "earmark pack add a.earpack b", "earmark pack add --jobs 2 ", "earmark generate man ",
    ])
    try #require(offers.count == 7)
    // fish offers what fits first, and the other files after it.
    let isExact = kind != .fish
    for index in 0...2 {
      #expect(isExact ? offers[index] == Self.packs : offers[index].isSuperset(of: Self.packs), "\(index)")
    }
    #expect(isExact ? offers[3] == ["c.json", "dir"] : offers[3].contains("c.json"))
    #expect(offers[4] == ["b.wav"])
    #expect(isExact ? offers[5] == Self.packs : offers[5].isSuperset(of: Self.packs))
    #expect(offers[6] == ["dir"])
  }

  @Test(arguments: shells) func beginningsAreCompleted(kind: CompletionShell.Kind) throws {
    let shell = try CompletionShell(kind)
    let offers = try shell.offers([
      "earmark re", "earmark -q pack li", "earmark --verbose pack --quiet ver", "earmark pack add --form",
      "earmark pack list --format j", "earmark pack list --format=c",
    ])
    #expect(offers == [["recognize"], ["list"], ["verify"], ["--format"], ["jsonl"], ["csv"]])
  }

  @Test(arguments: shells) func nothingIsOfferedWhereNothingFits(kind: CompletionShell.Kind) throws {
    let shell = try CompletionShell(kind)
    let offers = try shell.offers([
      "earmark frobnicate ", "earmark pack frobnicate ", "earmark pack list a.earpack ", "earmark pack add --title ",
      "earmark pack zz", "earmark pack list --format zz",
    ])
    // zsh offers options in place of arguments when there can be none.
    #expect(offers.map { $0.filter { !$0.hasPrefix("-") } } == Array(repeating: [], count: 6))
  }

  @Test(arguments: shells) func theScriptIsWellFormed(kind: CompletionShell.Kind) throws {
    let earmark = try Earmark()
    let script = try earmark("generate", "completions", kind.rawValue).output
    let path = try earmark.folder.write("script", script)
    let result = try Tool.run(URL(filePath: "/usr/bin/\(kind.rawValue)"), ["-n", path])
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
  }

  @Test func everyShellOfTheCommandIsTested() {
    #expect(GenerateCompletionsCommand.Shell.allCases.map(\.rawValue) == Self.shells.map(\.rawValue))
  }

  @Test(arguments: ["csh", "", "Bash", "/bin/bash"]) func anUnknownShellIsRefused(shell: String) throws {
    let result = try Earmark()("generate", "completions", shell)
    #expect(result.status == 2 && result.text.isEmpty)
    #expect(result.error.hasPrefix("earmark: SHELL is bash, zsh or fish, not \"\(shell)\""))
  }

  @Test(arguments: [
    ("PACK", [], ArgumentKind.files(["earpack"])), ("FILE", [], .files([])), ("FILE.gst", [], .files(["gst"])),
    ("JSON-FILE", [], .files(["json"])), ("INPUT", [], .files([])), ("DIR", [], .folder), ("ID", [], .text),
    ("NAME=VALUE", [], .text), ("FORMAT", ["a", "b"], .choices(["a", "b"])), ("FILE", ["x"], .choices(["x"])),
    ("PROFILE", [], .text),
  ])
  func whatAnArgumentIsFollowsFromItsName(name: String, choices: [String], kind: ArgumentKind) {
    #expect(ArgumentKind(name: name, choices: choices) == kind)
  }

  /// Texts of definitions mean nothing to the shells.
  @Test func oddTextsStayTexts() throws {
    let odd = CommandDefinition(
      "odd", "it's [odd]: $(touch ran) `touch ran` \\ \"quoted\"", operands: [OperandDefinition("A:B'S", .any, "")],
      options: [OptionDefinition("odd", short: "o", .value("X'Y:Z"), "it's [odd]: $(touch ran) `touch ran` \\")],
      examples: [], exitCodes: [])
    let folder = try TemporaryFolder()
    for (shell, text) in [
      ("bash", BashCompletion(CommandOutline([odd])).text), ("zsh", ZshCompletion(CommandOutline([odd])).text),
      ("fish", FishCompletion(CommandOutline([odd])).text),
    ] {
      let path = try folder.write("script", Array(text.utf8))
      let lines = ["zsh": "autoload -Uz compinit; compinit -u -D; source '\(path)'"]
      let result = try Tool.run(
        URL(filePath: "/usr/bin/\(shell)"), ["-c", lines[shell] ?? "source '\(path)'"], folder: folder.url,
        environment: ["HOME": folder.url.path])
      #expect(result.status == 0 && result.error.isEmpty, "\(shell): \(result.error)")
      #expect(!folder.exists("ran"))
    }
  }
}
