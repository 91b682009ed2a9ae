/// The little of JSON that is written by hand, so that the keys of a line keep their order.
enum JSONText {
  /// A JSON string with its quotation marks.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A line of the version 1 schema.
  static func line(type: String, _ fields: [(String, Cell)]) -> String {
    let body = fields.map { ",\(quoted($0.0)):\($0.1.json)" }.joined()
    return "{\"v\":1,\"type\":\(quoted(type))\(body)}"
  }
}
