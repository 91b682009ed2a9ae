/// Text from files and packs made harmless and measurable for a terminal.
enum TerminalText {
  /// The text with everything that steers a terminal, breaks a line or reverses the writing direction spelt out.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where steers(scalar) && scalar.value < 0x100:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      case _ where steers(scalar): result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Control characters, line and paragraph separators, and the marks of bidirectional text.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The columns a terminal gives the text: none for combining marks, two for East Asian wide characters and emoji.
  static func columns(_ text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200D: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The text filled with spaces to so many columns; longer text stays as it is.
  static func padded(_ text: String, to width: Int, alignedRight: Bool = false) -> String {
    let fill = String(repeating: " ", count: max(0, width - columns(text)))
    return alignedRight ? fill + text : text + fill
  }
}
