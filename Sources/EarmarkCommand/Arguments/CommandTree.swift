import Earmark

/// All commands, and which one a command line means.
struct CommandTree {
  /// What a command line asks for.
  enum Request {
    case version
    case help(String)
    case run(any Command.Type, ParsedArguments)
  }

  let commands: [any Command.Type]

  init(_ commands: [any Command.Type] = Self.all) { self.commands = commands }

  static let all: [any Command.Type] = [
    PackCreateCommand.self, PackAddCommand.self, PackRemoveCommand.self, PackListCommand.self, PackInfoCommand.self,
    PackVerifyCommand.self, PackCampaignCommand.self, PackMarkerCommand.self, PackMergeCommand.self,
    RecognizeCommand.self, ListenCommand.self, RunCommand.self, DevicesCommand.self, DoctorCommand.self,
    GenerateManCommand.self,
    GenerateCompletionsCommand.self,
  ]

  /// The group a command belongs to, for example `pack`, and what its help says first.
  static let groups = [
    "pack": "makes and keeps packs: files with the fingerprints of materials",
    "generate": "writes what comes from the definitions of the commands: man pages and completions",
  ]

  private static let common = OptionDefinition.common.flatMap { option in
    ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
  }

  /// - Parameter arguments: The words after the program's name.
  func request(_ arguments: [String]) throws(UsageError) -> Request {
    // Options before the command are those that every command takes; none of them has a value.
    let leading = Array(arguments.prefix { $0.hasPrefix("-") && $0 != "-" && $0 != "--" })
    let rest = Array(arguments.dropFirst(leading.count))
    if leading.contains("--version") { return .version }
    guard let first = rest.first else { return try withoutCommand(leading) }
    if let command = commands.first(where: { $0.definition.name == first }) {
      return try request(command, leading + rest.dropFirst())
    }
    let members = commands.filter { $0.definition.name.hasPrefix(first + " ") }
    if !members.isEmpty { return try request(group: first, members, leading, Array(rest.dropFirst())) }
    if let option = leading.first(where: { !Self.common.contains($0) }) {
      throw UsageError("\(option) belongs behind the command")
    }
    throw unknown(first, "command", names: topLevelNames, command: "")
  }

  private func request(_ command: any Command.Type, _ arguments: [String]) throws(UsageError) -> Request {
    let parsed = try ArgumentParser(command: command.definition).parse(arguments)
    if parsed.has(.help) { return .help(HelpText.command(command.definition)) }
    try parsed.check()
    return .run(command, parsed)
  }

  private func request(
    group: String, _ members: [any Command.Type], _ leading: [String], _ arguments: [String]
  ) throws(UsageError) -> Request {
    let between = Array(arguments.prefix { $0.hasPrefix("-") && $0 != "-" && $0 != "--" })
    let rest = Array(arguments.dropFirst(between.count))
    let names = members.map { String($0.definition.name.dropFirst(group.count + 1)) }
    guard let word = rest.first else {
      if (leading + between).contains(where: { $0 == "--help" || $0 == "-h" }) {
        return .help(HelpText.group(group, summary: Self.groups[group] ?? "", members.map { $0.definition }))
      }
      throw UsageError("\(group) needs one of the words \(names.joined(separator: ", "))", command: group)
    }
    guard let command = members.first(where: { $0.definition.name == "\(group) \(word)" }) else {
      throw unknown(word, "\(group) command", names: names, command: group)
    }
    return try request(command, leading + between + rest.dropFirst())
  }

  private func withoutCommand(_ leading: [String]) throws(UsageError) -> Request {
    if leading.contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .help(HelpText.program(commands.map { $0.definition }))
    }
    if let option = leading.first(where: { !Self.common.contains($0) }) {
      throw unknown(option, "option", names: Self.common + ["--version"], command: "")
    }
    throw UsageError("a command is missing")
  }

  private var topLevelNames: [String] {
    var names: [String] = []
    for command in commands {
      let name = String(command.definition.name.prefix { $0 != " " })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func unknown(_ word: String, _ kind: String, names: [String], command: String) -> UsageError {
    let hint = Suggestion.nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
    let shown = word.hasPrefix("-") ? word : "\"\(word)\""
    return UsageError("unknown \(kind) \(shown)\(hint)", command: command)
  }
}
