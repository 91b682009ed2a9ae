/// One option of a command: what the parser accepts, help prints, and a man page or a completion is made from.
struct OptionDefinition: Sendable {
  /// What stands behind the option's name.
  enum Kind: Sendable, Equatable {
    /// Nothing: the option is given or not.
    case flag
    /// One value, named as in help; given twice, the last one counts.
    case value(String)
    /// One value each time the option is given.
    case values(String)
  }

  let name: String
  let short: Character?
  let kind: Kind
  let summary: String
  /// The values that make sense, for completions; empty when any does.
  let choices: [String]

  init(_ name: String, short: Character? = nil, _ kind: Kind, choices: [String] = [], _ summary: String) {
    self.name = name
    self.short = short
    self.kind = kind
    self.choices = choices
    self.summary = summary
  }

  /// The option as help lists it: `-q, --quiet` or `    --once`.
  var spelling: String { (short.map { "-\($0), " } ?? "    ") + longSpelling }

  /// The option as it is written: `--quiet` or `--pack PACK`.
  var longSpelling: String {
    switch kind {
    case .flag: "--\(name)"
    case .value(let placeholder), .values(let placeholder): "--\(name) \(placeholder)"
    }
  }
}

extension OptionDefinition {
  static let help = OptionDefinition("help", short: "h", .flag, "print this help")
  static let quiet = OptionDefinition("quiet", short: "q", .flag, "no notes and no progress, only results and errors")
  static let verbose = OptionDefinition(
    "verbose", short: "v", .flag, "say more about what happens; for the log of the media framework set GST_DEBUG")
  static let format = OptionDefinition(
    "format", .value("FORMAT"), choices: OutputFormat.allCases.map(\.rawValue),
    "how results are printed: text (default), jsonl or csv")
  static let jobs = OptionDefinition(
    "jobs", short: "j", .value("N"), "files that are fingerprinted at once (default: the number of processors)")

  /// Of `earmark` itself, before any command.
  static let version = OptionDefinition("version", .flag, "print the version")

  /// What every command takes.
  static let common = [help, quiet, verbose]
}
