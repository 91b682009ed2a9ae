/// Writes values so that GStreamer's parser reads them back unchanged, whatever is in them.
enum LaunchText {
  /// What needs no quotes in the value of a property.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    isPlainInCaps(scalar) || ",@%=~".unicodeScalars.contains(scalar)
  }

  /// What needs no quotes in the value of a field of caps.
  private static func isPlainInCaps(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "+", "/", ":", ".": true
    default: false
    }
  }

  /// The text of a property, with quotes where it needs them; it must not end in a backslash.
  static func value(_ text: String) -> String {
    if !text.isEmpty, text.unicodeScalars.allSatisfy(isPlain) { return text }
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// The value of a field of caps.
  /// - Parameter isQuoted: whether it stands in quotes already.
  static func capsValue(_ text: String, isQuoted: Bool) -> String {
    if isQuoted { return octal(text) }
    if !text.isEmpty, text.unicodeScalars.allSatisfy(isPlainInCaps) { return text }
    return "\"" + octal(text) + "\""
  }

  /// The text with all but plain bytes as three octal digits behind a backslash.
  static func octal(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80, isPlainInCaps(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
  }

  /// A word of a shell command.
  static func shellWord(_ text: String) -> String {
    if !text.isEmpty, text.unicodeScalars.allSatisfy({ isPlainInCaps($0) || ",@%=".unicodeScalars.contains($0) }) {
      return text
    }
    var quoted = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted.append(contentsOf: "'\\'".unicodeScalars) }
      quoted.append(scalar)
    }
    quoted.append("'")
    return String(quoted)
  }
}
