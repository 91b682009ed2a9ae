import Testing

/// A trace, what must come out of it, and why.
struct TraceCase: Sendable, CustomTestStringConvertible {
  let why: String
  let trace: String
  let rows: String

  init(_ why: String, _ trace: String, _ rows: String) {
    self.why = why
    self.trace = trace
    self.rows = rows
  }

  var testDescription: String { "\(why): \(trace)" }
}
