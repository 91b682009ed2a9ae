/// Prints a row per finished activity.
struct ActivityPrinter {
  private let format: OutputFormat
  private let table: Table
  private var needsHeading: Bool

  /// - Parameter namesSource: Whether text says which input a row is from; CSV always does.
  init(format: OutputFormat, namesSource: Bool) {
    self.format = format
    let columns = namesSource || format == .csv ? ActivityLine.columns : ActivityLine.columns.dropLast()
    table = Table(type: "activity", columns: columns, format: format)
    needsHeading = format != .jsonl
  }

  /// Prints a record as it came or as a row.
  mutating func print(_ activity: ActivityLine, record: String, on console: Console) throws(CommandFailure) {
    guard format != .jsonl else { return try console.print(record + "\n") }
    try printHeading(on: console)
    try console.print(table.row(Array(activity.cells.prefix(table.columns.count))))
  }

  /// A CSV file has its heading also without a single row.
  mutating func finish(on console: Console) throws(CommandFailure) {
    if format == .csv { try printHeading(on: console) }
  }

  private mutating func printHeading(on console: Console) throws(CommandFailure) {
    guard needsHeading else { return }
    needsHeading = false
    try console.print(table.heading())
  }
}
