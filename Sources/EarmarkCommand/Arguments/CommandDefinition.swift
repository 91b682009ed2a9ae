/// Everything that is to be known of one command: the parser, help, man pages and completions read it.
struct CommandDefinition: Sendable {
  /// The words after `earmark`, for example `pack add`.
  let name: String
  /// One line that starts with a verb, without a full stop.
  let summary: String
  let operands: [OperandDefinition]
  /// The command's own options; the common ones come in addition.
  let options: [OptionDefinition]
  /// Options that must be given, by name.
  let required: [String]
  /// Paragraphs of help.
  let details: [String]
  let examples: [CommandExample]
  /// The exit codes the command can end with, apart from usage, interruption and internal errors.
  let exitCodes: [ExitCode]

  init(
    _ name: String, _ summary: String, operands: [OperandDefinition], options: [OptionDefinition] = [],
    required: [String] = [], details: [String] = [], examples: [CommandExample], exitCodes: [ExitCode]
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.required = required
    self.details = details
    self.examples = examples
    self.exitCodes = exitCodes
  }

  var allOptions: [OptionDefinition] { options + OptionDefinition.common }

  /// In ascending order, with those that every command can end with.
  var allExitCodes: [ExitCode] { (exitCodes + [.usage, .interrupted]).sorted { $0.rawValue < $1.rawValue } }

  /// The line that shows how the command is written.
  var usage: String {
    var words = ["earmark", name]
    for option in options where required.contains(option.name) {
      words.append(option.longSpelling)
    }
    words += operands.map(\.spelling)
    if options.contains(where: { !required.contains($0.name) }) { words.append("[OPTION…]") }
    return words.joined(separator: " ")
  }
}
