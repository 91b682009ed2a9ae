import Fingerprinting
import Media

/// Prints what was added to a pack.
struct MaterialIntakeReport {
  let format: OutputFormat
  let speed: Speed

  private static let columns = [
    Column("id"), Column("duration", alignedRight: true), Column("action"), Column("title"), Column("source"),
  ]

  /// - Parameter replaced: The ids that were in the pack before.
  func print(_ materials: [IntakeMaterial], replaced: Set<String>, on console: Console) throws(CommandFailure) {
    let rows = materials.map { material -> [Cell] in
      [
        .text(material.source.id), .time(material.fingerprint.duration),
        .text(replaced.contains(material.source.id) ? "replaced" : "added"), .text(material.title),
        .text(material.source.input.name),
      ]
    }
    try console.print(Table(type: "material", columns: Self.columns, format: format).all(rows))
    let summary = "\(materials.count) \(materials.count == 1 ? "material" : "materials"), \(speed.text)"
    switch format {
    case .text: try console.print(summary + "\n")
    case .csv: console.note(summary)
    case .jsonl:
      let fields: [(String, Cell)] = [
        ("materials", .integer(materials.count)), ("hours", .number(speed.hours, decimals: 6)),
        ("hours_per_second", .number(speed.hoursPerSecond, decimals: 6)),
      ]
      try console.print(JSONText.line(type: "summary", fields) + "\n")
    }
  }
}
