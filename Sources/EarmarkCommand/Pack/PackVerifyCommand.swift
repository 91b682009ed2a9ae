import Fingerprinting

/// `earmark pack verify`: checks every section of a pack against its checksum.
struct PackVerifyCommand: Command {
  static let definition = CommandDefinition(
    "pack verify", "checks every section of a pack against its checksum", operands: [PackAccess.operand],
    options: [.format],
    details: ["A pack that is damaged cannot be mended; make it again from its recordings or take a copy."],
    examples: [
      CommandExample("earmark pack verify spots.earpack", "a row for each section of each segment"),
      CommandExample("earmark pack verify --quiet spots.earpack && cp spots.earpack /srv/", "copy only a sound pack"),
    ],
    exitCodes: [.done, .pack])

  private static let columns = [
    Column("section"), Column("segment", alignedRight: true), Column("bytes", alignedRight: true), Column("ok"),
  ]

  private let path: String
  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    format = try arguments.outputFormat()
  }

  func run(on console: Console) async throws -> ExitCode {
    let sections = try PackAccess.guarded { try Pack(path: path).verify() }
    let rows = sections.map {
      [Cell.text($0.name), .integer($0.segment), .integer(Int(clamping: $0.bytes)), .flag($0.ok)]
    }
    try console.print(Table(type: "section", columns: Self.columns, format: format).all(rows))
    let isOne = sections.allSatisfy { $0.segment == sections.first?.segment }
    let damaged = sections.filter { !$0.ok }.map { isOne ? $0.name : "\($0.name) of segment \($0.segment)" }
    guard !damaged.isEmpty else { return .done }
    throw CommandFailure(
      .pack, "\"\(path)\" is damaged in \(damaged.joined(separator: ", ")); make it again or take a copy")
  }
}
