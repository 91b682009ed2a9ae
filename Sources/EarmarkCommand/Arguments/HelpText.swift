/// The texts of `--help`, made from the definitions alone.
enum HelpText {
  /// Columns a line of help may have.
  private static let width = 96

  static let programSummary =
    "Listens to audio and says what is playing: makes packs of known materials and finds them in any input."

  static let programExamples = [
    CommandExample("earmark pack create spots.earpack spots/*.flac", "fingerprint some recordings"),
    CommandExample("earmark recognize --pack spots.earpack broadcast.mp3", "find them in another one"),
  ]

  /// Help of `earmark` itself.
  static func program(_ commands: [CommandDefinition]) -> String {
    var lines = ["Usage: earmark COMMAND …", ""]
    lines += wrap(programSummary)
    lines += ["", "Commands:"]
    lines += table(commands.map { ($0.name, $0.summary) })
    lines += ["", "Options:"]
    lines += table((OptionDefinition.common + [.version]).map { ($0.spelling, $0.summary) })
    lines += examples(programExamples)
    lines += ["", "\"earmark COMMAND --help\" tells more about a command.", ""]
    return lines.joined(separator: "\n")
  }

  /// Help of a group of commands, for example `earmark pack`.
  static func group(_ name: String, summary: String, _ commands: [CommandDefinition]) -> String {
    var lines = ["Usage: earmark \(name) COMMAND …", ""]
    lines += wrap(sentence(summary))
    lines += ["", "Commands:"]
    lines += table(commands.map { ($0.name, $0.summary) })
    lines += examples(commands.prefix(2).compactMap(\.examples.first))
    lines += ["", "\"earmark \(name) COMMAND --help\" tells more about a command.", ""]
    return lines.joined(separator: "\n")
  }

  /// Help of one command.
  static func command(_ command: CommandDefinition) -> String {
    var lines = ["Usage: \(command.usage)", ""]
    lines += wrap(sentence(command.summary))
    for paragraph in command.details { lines += [""] + wrap(paragraph) }
    lines += ["", "Arguments:"] + table(command.operands.map { ($0.name, $0.summary) })
    lines += ["", "Options:"] + table(command.allOptions.map { ($0.spelling, $0.summary) })
    lines += examples(command.examples)
    lines += ["", "Exit codes:"] + table(command.allExitCodes.map { ("\($0.rawValue)", $0.summary) })
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  private static func examples(_ examples: some Sequence<CommandExample>) -> [String] {
    ["", "Examples:"] + examples.flatMap { ["  \($0.line)", "      \($0.summary)"] }
  }

  /// Two columns, the second one wrapped.
  private static func table(_ rows: [(String, String)]) -> [String] {
    let left = rows.map(\.0.count).max() ?? 0
    return rows.flatMap { name, summary in
      wrap(summary, width: max(30, width - left - 4)).enumerated().map { index, line in
        let first = index == 0 ? name : ""
        return "  \(first)\(String(repeating: " ", count: left - first.count))  \(line)"
      }
    }
  }

  static func wrap(_ text: String, width: Int = width) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
