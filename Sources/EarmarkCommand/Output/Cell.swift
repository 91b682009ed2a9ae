/// One value of a result row, printed by each format in its own way.
enum Cell: Sendable, Equatable {
  case text(String)
  case integer(Int)
  /// A number printed with at most so many decimals.
  case number(Double, decimals: Int)
  /// A time in seconds: `h:mm:ss.mmm` in text, seconds with a fraction elsewhere.
  case time(Double)
  case flag(Bool)
  /// JSON that is printed as it is in JSON Lines; in text and CSV the short form stands for it.
  case json(String, short: String)
  /// Nothing known: empty in CSV, `-` in text, `null` in JSON.
  case none

  var isNumeric: Bool {
    switch self {
    case .integer, .number, .time: true
    case .text, .flag, .json, .none: false
    }
  }

  /// For people: control characters escaped.
  var text: String {
    switch self {
    case .text(let text): text.isEmpty ? "-" : TerminalText.escaped(text)
    case .integer(let number): String(number)
    case .number(let number, let decimals): NumberText.fixed(number, decimals: decimals)
    case .time(let seconds): TimeText.withMilliseconds(seconds)
    case .flag(let flag): flag ? "yes" : "no"
    case .json(_, let short): TerminalText.escaped(short)
    case .none: "-"
    }
  }

  /// For CSV, not yet quoted.
  var csv: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .number(let number, let decimals): NumberText.short(number, decimals: decimals)
    case .time(let seconds): NumberText.short(seconds, decimals: 3)
    case .flag(let flag): flag ? "true" : "false"
    case .json(_, let short): short
    case .none: ""
    }
  }

  /// For JSON.
  var json: String {
    switch self {
    case .text(let text): JSONText.quoted(text)
    case .json(let json, _): json
    case .none: "null"
    case .integer, .number, .time, .flag: csv
    }
  }
}
