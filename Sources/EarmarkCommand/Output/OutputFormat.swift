/// How results are printed.
enum OutputFormat: String, Sendable, CaseIterable {
  /// For people: aligned columns.
  case text
  /// For programs: one JSON object a line, each with `"v":1` and `"type"`.
  case jsonl
  /// For tables: RFC 4180, with a header line.
  case csv
}
