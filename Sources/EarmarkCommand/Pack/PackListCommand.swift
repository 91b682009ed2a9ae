import Fingerprinting

/// `earmark pack list`: the materials of a pack.
struct PackListCommand: Command {
  static let definition = CommandDefinition(
    "pack list", "lists the materials of a pack", operands: [PackAccess.operand], options: [.format],
    examples: [
      CommandExample("earmark pack list spots.earpack", "a table of ids, durations, titles and campaigns"),
      CommandExample("earmark pack list --format csv spots.earpack > spots.csv", "the same for a spreadsheet"),
    ],
    exitCodes: [.done, .pack])

  private static let columns = [
    Column("id"), Column("duration", alignedRight: true), Column("title"), Column("campaign"),
  ]

  private let path: String
  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    format = try arguments.outputFormat()
  }

  func run(on console: Console) async throws -> ExitCode {
    let rows = try PackAccess.open(path).materials.map { material -> [Cell] in
      [.text(material.id), .time(material.duration), .text(material.title), Self.campaign(material.campaign)]
    }
    try console.print(Table(type: "material", columns: Self.columns, format: format).all(rows))
    return .done
  }

  /// In JSON Lines the campaign itself, else its title, else its name.
  private static func campaign(_ text: String?) -> Cell {
    guard let text, let json = JSONFile.compact(text) else { return .none }
    let short = JSONFile.string("title", in: text) ?? JSONFile.string("name", in: text)
    return .json(json, short: short ?? "yes")
  }
}
