import Fingerprinting

/// `earmark pack remove`: takes materials out of a pack.
struct PackRemoveCommand: Command {
  static let definition = CommandDefinition(
    "pack remove", "takes materials out of a pack",
    operands: [PackAccess.operand, OperandDefinition("ID", .oneOrMore, "the ids of the materials")],
    options: [.format],
    details: ["An id that the pack does not have is reported, the others are removed."],
    examples: [
      CommandExample("earmark pack remove spots.earpack spring-1", "remove one material"),
      CommandExample("earmark pack remove spots.earpack -- -odd-id", "an id that looks like an option"),
    ],
    exitCodes: [.done, .input, .pack])

  private let path: String
  private let ids: [String]
  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    ids = Array(arguments.operands.dropFirst())
    format = try arguments.outputFormat()
  }

  func run(on console: Console) async throws -> ExitCode {
    let pack = try PackAccess.open(path)
    let known = ids.filter { pack.materialIndex(id: $0) != nil }
    var removed: [String] = []
    if !known.isEmpty {
      try PackAccess.change(path) { builder in
        removed = known.filter { builder.remove(id: $0) }
      }
    }
    let table = Table(type: "material", columns: [Column("id"), Column("action")], format: format)
    try console.print(table.all(removed.map { [.text($0), .text("removed")] }))
    let unknown = ids.filter { !removed.contains($0) && !known.contains($0) }
    for id in unknown { console.report("\"\(path)\" has no material \"\(id)\"") }
    return unknown.isEmpty ? .done : .input
  }
}
