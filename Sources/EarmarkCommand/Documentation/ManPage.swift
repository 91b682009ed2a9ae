/// A page of the manual in the language of man(7), put together piece by piece.
struct ManPage {
  /// Such as `earmark-pack-add`.
  let name: String
  private(set) var text: String

  /// - Parameter date: As the foot of the page shows it, `2026-05-01`.
  init(_ name: String, summary: String, date: String) {
    self.name = name
    text = ".TH \(Self.escaped(name.uppercased())) 1 \(date) \"Earmark \(ProgramVersion.text)\" \"Earmark\"\n"
    text += ".SH NAME\n" + Self.wrapped("\(Self.escaped(name)) \\- \(Self.escaped(summary))")
  }

  mutating func section(_ title: String) { text += ".SH \(Self.escaped(title))\n" }

  /// The line that shows how a command is written: what is to be written as it stands is bold, names are in italics.
  mutating func synopsis(_ usage: String) {
    section("SYNOPSIS")
    // Hyphens and line breaks would spoil it.
    text += ".nh\n.ad l\n"
    text += usage.split(separator: " ").map { Self.term(String($0)) }.joined(separator: " ") + "\n.ad\n.hy\n"
  }

  mutating func paragraph(_ words: String, isFirst: Bool = false) {
    text += (isFirst ? "" : ".PP\n") + Self.lines(words)
  }

  /// A term and what it means.
  mutating func item(_ term: String, _ meaning: String) {
    text += ".TP\n\(term.split(separator: " ").map { Self.term(String($0)) }.joined(separator: " "))\n"
    text += Self.lines(meaning)
  }

  /// A command line, and what it does.
  mutating func examples(_ examples: some Sequence<CommandExample>) {
    section("EXAMPLES")
    for (index, example) in examples.enumerated() {
      paragraph(Self.sentence(example.summary, end: ":"), isFirst: index == 0)
      text += ".PP\n.RS 4\n.nf\n" + Self.guarded(Self.escaped(example.line)) + "\n.fi\n.RE\n"
    }
  }

  /// Pages of the same section, which read best beside this one.
  mutating func related(_ names: [String]) {
    section("SEE ALSO")
    let lines = names.enumerated().map { index, name in
      ".BR \(Self.escaped(name)) (1)" + (index == names.count - 1 ? "" : ",")
    }
    text += lines.joined(separator: "\n") + "\n"
  }

  static func sentence(_ words: String, end: String = ".") -> String {
    words.prefix(1).uppercased() + words.dropFirst() + end
  }

  /// Running text. Its lines are short, as those who check pages ask for.
  private static func lines(_ words: String) -> String { wrapped(escaped(words)) }

  private static func wrapped(_ escaped: String) -> String {
    HelpText.wrap(escaped, width: 76).map { guarded($0) + "\n" }.joined()
  }

  /// A line that is text, whatever it begins with.
  private static func guarded(_ line: String) -> String {
    (line.hasPrefix(".") || line.hasPrefix("\\(aq") ? "\\&" : "") + line
  }

  /// Bold as long as it is to be written as it stands, in italics where it is only a name.
  private static func term(_ word: String) -> String {
    let isName = word.contains(where: \.isUppercase) && !word.contains(where: \.isLowercase) && !word.hasPrefix("-")
    return "\\f\(isName ? "I" : "B")\(escaped(word))\\fR"
  }

  /// Text in which nothing has a meaning for the formatter, and which is ASCII.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case " "..."}": result.unicodeScalars.append(scalar)
      case "\n", "\t": result += " "
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
