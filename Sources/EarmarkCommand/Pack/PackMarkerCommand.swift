import Fingerprinting
import Foundation

/// `earmark pack marker`: gives a marker code its name.
struct PackMarkerCommand: Command {
  private static let name = OptionDefinition("name", .value("N"), "what the marker is called")
  private static let id = OptionDefinition("id", .value("ID"), "the id of the marker (default: its name)")
  private static let attribute = OptionDefinition(
    "attribute", .values("K=V"), "something else to know of it, for example city=Oslo; may be repeated")

  static let definition = CommandDefinition(
    "pack marker", "names a marker code",
    operands: [PackAccess.operand, OperandDefinition("CODE", .one, "the code, from 1 to \(codes.upperBound)")],
    options: [name, id, attribute], required: ["name"],
    details: ["Without a name in the pack a code that is heard stays unknown. A code named before is renamed."],
    examples: [
      CommandExample("earmark pack marker spots.earpack 1001 --name \"Channel 4, evening\"", "name a code"),
      CommandExample(
        "earmark pack marker spots.earpack 1002 --name Oslo --id oslo --attribute region=east --attribute tier=2",
        "with an id and attributes of your own"),
    ],
    exitCodes: [.done, .pack])

  private static let codes = 1...0xFF_FFFF

  private let path: String
  private let code: UInt32
  private let name: String
  private let id: String
  private let attributes: [String: String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    guard let code = Int(arguments.operands[1]), Self.codes.contains(code) else {
      throw arguments.usageError(
        "CODE is a whole number from 1 to \(Self.codes.upperBound), not \"\(arguments.operands[1])\"")
    }
    self.code = UInt32(code)
    name = arguments.value(Self.name) ?? ""
    id = arguments.value(Self.id) ?? name
    if name.isEmpty || id.isEmpty { throw arguments.usageError("the name and the id of a marker are not empty") }
    attributes = try Self.attributes(arguments)
  }

  private static func attributes(_ arguments: ParsedArguments) throws(UsageError) -> [String: String] {
    var attributes: [String: String] = [:]
    for text in arguments.values(attribute) {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw arguments.usageError("--attribute takes K=V, not \"\(text)\"")
      }
      attributes[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return attributes
  }

  func run(on console: Console) async throws -> ExitCode {
    let json = attributes.sorted { $0.key < $1.key }
      .map { "\(JSONText.quoted($0.key)):\(JSONText.quoted($0.value))" }.joined(separator: ",")
    let marker = PackMarker(code: code, id: id, name: name, attributes: "{\(json)}")
    try PackAccess.change(path) { try $0.setMarker(marker) }
    console.note("named the marker \(code) \"\(name)\"")
    return .done
  }
}
