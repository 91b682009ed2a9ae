import Fingerprinting

/// `earmark pack campaign`: says what to show for a material.
struct PackCampaignCommand: Command {
  static let definition = CommandDefinition(
    "pack campaign", "sets the campaign of a material",
    operands: [
      PackAccess.operand, OperandDefinition("MATERIAL-ID", .one, "the id of a material of the pack"),
      OperandDefinition("JSON-FILE", .one, "a file with a JSON object, or - for standard input"),
    ],
    details: ["The object is what applications get when the material is heard; it takes the place of one set before."],
    examples: [
      CommandExample("earmark pack campaign spots.earpack spring-1 spring.json", "set it from a file"),
      CommandExample(
        "echo '{\"title\":\"Spring sale\"}' | earmark pack campaign spots.earpack spring-1 -", "set it by hand"),
    ],
    exitCodes: [.done, .input, .pack])

  private let path: String
  private let id: String
  private let file: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    id = arguments.operands[1]
    file = arguments.operands[2]
  }

  func run(on console: Console) async throws -> ExitCode {
    let pack = try PackAccess.open(path)
    guard pack.materialIndex(id: id) != nil else {
      throw CommandFailure(.input, "\"\(path)\" has no material \"\(id)\"")
    }
    let json = try JSONFile.object(file)
    try PackAccess.change(path) { try $0.setCampaign(json, materialID: id) }
    console.note("set the campaign of \"\(id)\"")
    return .done
  }
}
