/// `earmark doctor`: looks whether everything is there that the commands need.
struct DoctorCommand: Command {
  private static let packs = OptionDefinition("pack", short: "p", .values("PACK"), "also look whether a pack is sound")

  static let definition = CommandDefinition(
    "doctor", "checks what Earmark needs on this machine, and says how to mend it", operands: [],
    options: [packs, .format],
    details: [
      "Looks at GStreamer, at the stages and where they come from, at the elements for the formats of files and streams, at "
        + "the sound server, at the packs named, and at the environment variables that change any of it.",
      "Each line is ok, warn (something that not everybody needs does not work) or fail. Ends with 0 when nothing fails.",
    ],
    examples: [
      CommandExample("earmark doctor", "everything but packs"),
      CommandExample("earmark doctor --pack spots.earpack --format jsonl", "a pack as well, for programs"),
    ],
    exitCodes: [.done, .input, .pack])

  private let packs: [String]
  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    packs = arguments.values(Self.packs)
    format = try arguments.outputFormat()
  }

  func run(on console: Console) async throws -> ExitCode {
    var checks = StageChecks.all() + ElementChecks.all() + PluginChecks.all()
    checks += await SoundChecks.all()
    checks += packs.map(PackCheck.check) + EnvironmentChecks.all()
    try console.print(text(checks))
    return .worst(of: checks.filter { $0.status == .fail }.map(\.exitCode), otherwise: .done)
  }

  /// The remedy stands on a line of its own in text, where it would make the table too wide.
  private func text(_ checks: [Check]) -> String {
    guard format == .text else {
      return Table(type: "check", columns: Check.columns, format: format).all(checks.map(\.cells))
    }
    let width = checks.map { TerminalText.columns($0.subject) }.max() ?? 0
    return checks.reduce(into: "") { result, check in
      let subject = TerminalText.padded(TerminalText.escaped(check.subject), to: width)
      result +=
        "\(TerminalText.padded(check.status.rawValue, to: 4))  \(subject)  \(TerminalText.escaped(check.finding))\n"
      if !check.remedy.isEmpty {
        result += String(repeating: " ", count: width + 8) + TerminalText.escaped(check.remedy) + "\n"
      }
    }
  }
}
