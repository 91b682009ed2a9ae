import Fingerprinting
import Foundation

/// `earmark pack info`: what a pack holds, in numbers.
struct PackInfoCommand: Command {
  static let definition = CommandDefinition(
    "pack info", "says how much is in a pack, and what made it", operands: [PackAccess.operand], options: [.format],
    details: [
      "A segment is what was added at once and not merged since. Dead bytes are those of materials that were removed or "
        + "replaced, and of segments that were merged; `earmark pack merge` frees them."
    ],
    examples: [
      CommandExample("earmark pack info spots.earpack", "materials, hours, bytes, bytes per hour, format version"),
      CommandExample("earmark pack info --format jsonl spots.earpack", "the same for a program"),
    ],
    exitCodes: [.done, .pack])

  private static let columns = [
    Column("path"), Column("materials"), Column("campaigns"), Column("markers"), Column("hours"), Column("bytes"),
    Column("bytes_per_hour"), Column("segments"), Column("live_bytes"), Column("dead_bytes"), Column("format_version"),
    Column("algorithm"), Column("created_by"),
  ]

  private let path: String
  private let format: OutputFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    format = try arguments.outputFormat()
  }

  func run(on console: Console) async throws -> ExitCode {
    let pack = try PackAccess.open(path)
    let hours = pack.materials.reduce(0) { $0 + $1.duration } / 3600
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let bytes = (attributes?[.size] as? NSNumber)?.intValue
    let usage = pack.usage
    let cells: [Cell] = [
      .text(path), .integer(pack.materials.count), .integer(pack.materials.count { $0.campaign != nil }),
      .integer(pack.markers.count), .number(hours, decimals: 3), bytes.map(Cell.integer) ?? .none,
      bytes.flatMap { hours > 0 ? .number(Double($0) / hours, decimals: 0) : nil } ?? .none,
      .integer(usage.segments), .integer(usage.liveBytes), .integer(usage.deadBytes),
      .text("\(pack.header.formatMajor).\(pack.header.formatMinor)"), .text(pack.header.algorithm),
      .text(pack.header.createdBy),
    ]
    try console.print(Table(type: "pack", columns: Self.columns, format: format).card(cells))
    return .done
  }
}
