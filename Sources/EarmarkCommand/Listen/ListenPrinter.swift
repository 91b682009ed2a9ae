import Recognition

/// Prints what is heard: every change as JSON Lines, finished rows in the other formats.
struct ListenPrinter {
  private let format: OutputFormat
  private let source: ListenSource
  private var rows: ActivityPrinter
  /// The rows that have been printed or, as JSON Lines, begun.
  private(set) var count = 0

  init(format: OutputFormat, source: ListenSource) {
    self.format = format
    self.source = source
    rows = ActivityPrinter(format: format, namesSource: false)
  }

  /// A line of type `activity`; returns what it says.
  mutating func activity(_ line: String, on console: Console) throws -> ActivityLine {
    let activity = try ActivityLine(parsing: line)
    if activity.isFinished { count += 1 }
    if activity.isBeginning { console.remark(Self.hearing(activity)) }
    if format == .jsonl || activity.isFinished { try rows.print(activity, record: line, on: console) }
    return activity
  }

  /// A line of another type, which only JSON Lines have.
  func other(_ line: String, on console: Console) throws {
    if format == .jsonl { try console.print(line + "\n") }
  }

  /// Trouble with the source, or its end.
  /// - Parameter exitCode: what it would end the program with; nil when it is over.
  func trouble(
    _ text: String, exitCode: ExitCode? = nil, retryIn: Double?, isRestored: Bool = false, on console: Console
  ) throws {
    guard format == .jsonl else { return }
    let record = FaultRecord(
      stage: "source", code: exitCode?.faultNumber ?? 0, text: text, retryIn: retryIn.map { UInt64(max(0, $0) * 1e9) },
      isRestored: isRestored, observedAt: .now(), source: source.name)
    try console.print(record.line + "\n")
  }

  mutating func finish(on console: Console) throws { try rows.finish(on: console) }

  private static func hearing(_ activity: ActivityLine) -> String {
    let title = (activity.campaign?.title).map { ": \($0)" } ?? ""
    return "\(TimeText.withMilliseconds(activity.start ?? 0))  now: \(activity.materialID ?? "")\(title)"
  }
}
