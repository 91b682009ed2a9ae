/// Turns rows into the lines of one format. Text rows that are given together share their column widths.
struct Table: Sendable {
  /// The value of `type` in JSON Lines.
  let type: String
  let columns: [Column]
  let format: OutputFormat

  /// The heading line, empty for JSON Lines.
  func heading(for rows: [[Cell]] = []) -> String {
    switch format {
    case .text: line(columns.map(\.name), widths: widths(rows))
    case .csv: CSVText.record(columns.map(\.name))
    case .jsonl: ""
    }
  }

  /// One row that stands alone.
  func row(_ cells: [Cell]) -> String { row(cells, widths: columns.map(headingWidth)) }

  /// Heading and rows together; text without rows is empty.
  func all(_ rows: [[Cell]]) -> String {
    if rows.isEmpty, format == .text { return "" }
    let widths = widths(rows)
    return rows.reduce(into: heading(for: rows)) { $0 += row($1, widths: widths) }
  }

  /// A single thing, in text as one line a column.
  func card(_ cells: [Cell]) -> String {
    guard format == .text else { return all([cells]) }
    let width = columns.map { $0.name.count }.max() ?? 0
    return zip(columns, cells).reduce(into: "") { result, pair in
      result += TerminalText.padded(pair.0.name, to: width) + "  " + pair.1.text + "\n"
    }
  }

  private func row(_ cells: [Cell], widths: [Int]) -> String {
    switch format {
    case .text: line(cells.map(\.text), widths: widths)
    case .csv: CSVText.record(cells.map(\.csv))
    case .jsonl: JSONText.line(type: type, Array(zip(columns.map(\.name), cells))) + "\n"
    }
  }

  private func line(_ fields: [String], widths: [Int]) -> String {
    var line = ""
    for (index, field) in fields.enumerated() {
      let column = columns[index]
      if index > 0 { line += "  " }
      let isLast = index == fields.count - 1 && !column.alignedRight
      line += isLast ? field : TerminalText.padded(field, to: widths[index], alignedRight: column.alignedRight)
    }
    return line + "\n"
  }

  private func headingWidth(_ column: Column) -> Int { max(column.width, column.name.count) }

  private func widths(_ rows: [[Cell]]) -> [Int] {
    columns.indices.map { index in
      rows.reduce(headingWidth(columns[index])) { max($0, TerminalText.columns($1[index].text)) }
    }
  }
}
