import Recognition

/// Prints what pipelines say: every change as JSON Lines, finished rows in the other formats.
struct RunPrinter {
  private let format: OutputFormat
  private let console: Console
  private var rows: ActivityPrinter

  init(format: OutputFormat, namesSource: Bool, console: Console) {
    self.format = format
    self.console = console
    rows = ActivityPrinter(format: format, namesSource: namesSource)
  }

  /// A line of type `activity`.
  /// - Returns: whether it is a row.
  mutating func activity(_ line: String) throws -> Bool {
    let activity = try ActivityLine(parsing: line)
    if format == .jsonl || activity.isFinished { try rows.print(activity, record: line, on: console) }
    return activity.isFinished
  }

  /// A line of another type, which only JSON Lines have.
  func other(_ line: String) throws {
    if format == .jsonl { try console.print(line + "\n") }
  }

  /// Figures: lines of type `statistics` in JSON Lines, else a table beside the results.
  /// - Parameter cpu: seconds of processor time that the program has used, and in how many seconds.
  func statistics(_ pipelines: [RunPipeline], cpu: (used: Double, elapsed: Double)) throws {
    let table = Table(type: "statistics", columns: RunPipeline.columns, format: format == .jsonl ? .jsonl : .text)
    let text = table.all(pipelines.map(\.cells))
    guard format != .jsonl else {
      let total = JSONText.line(
        type: "process",
        [("cpu", .number(cpu.used, decimals: 3)), ("elapsed", .number(cpu.elapsed, decimals: 3))])
      return try console.print(text + total + "\n")
    }
    for line in text.split(separator: "\n") { console.answer(String(line)) }
    let share = cpu.elapsed > 0 ? cpu.used / cpu.elapsed * 100 : 0
    console.answer(
      "processor time \(NumberText.fixed(cpu.used, decimals: 2)) s in \(NumberText.fixed(cpu.elapsed, decimals: 2)) s: "
        + "\(NumberText.fixed(share, decimals: 1)) % of one core")
  }

  mutating func finish() throws { try rows.finish(on: console) }
}
