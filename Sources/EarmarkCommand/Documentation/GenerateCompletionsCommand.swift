/// `earmark generate completions`: what makes a shell complete the command line, from the definitions of the commands.
struct GenerateCompletionsCommand: Command {
  /// The shells that are known.
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  static let definition = CommandDefinition(
    "generate completions", "prints what makes a shell complete command lines",
    operands: [
      OperandDefinition("SHELL", .one, choices: Shell.allCases.map(\.rawValue), "the shell: bash, zsh or fish")
    ],
    details: [
      "Commands, options, their values, packs and other files are completed. An installed earmark has put these texts "
        + "where the shells look for them."
    ],
    examples: [
      CommandExample("eval \"$(earmark generate completions bash)\"", "complete in this shell, a bash, from now on"),
      CommandExample(
        "earmark generate completions fish > ~/.config/fish/completions/earmark.fish", "complete in every fish"),
    ],
    exitCodes: [.done])

  private let shell: Shell

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let shell = Shell(rawValue: arguments.operands[0]) else {
      throw arguments.usageError("SHELL is bash, zsh or fish, not \"\(arguments.operands[0])\"")
    }
    self.shell = shell
  }

  func run(on console: Console) async throws -> ExitCode {
    let outline = CommandOutline(CommandTree())
    switch shell {
    case .bash: try console.print(BashCompletion(outline).text)
    case .zsh: try console.print(ZshCompletion(outline).text)
    case .fish: try console.print(FishCompletion(outline).text)
    }
    return .done
  }
}
