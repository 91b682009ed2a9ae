/// A recursive-descent reader of JSON over UTF-8 bytes.
struct JSONParser {
  /// How deep values may be nested, so that hostile text cannot exhaust the stack.
  static let maximumDepth = 128

  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw error("text after the value") }
    return value
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    guard depth < Self.maximumDepth else { throw error("nested too deeply") }
    skipSpace()
    guard let byte = peek() else { throw error("the text ends where a value should stand") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error("no value starts like this")
    }
  }

  private mutating func object(depth: Int) throws -> JSONValue {
    index += 1
    var members: [String: JSONValue] = [:]
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw error("a key in quotes should stand here") }
      let key = try string()
      skipSpace()
      guard take(":") else { throw error("a colon should stand here") }
      members[key] = try value(depth: depth + 1)
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw error("a comma or } should stand here") }
    }
  }

  private mutating func array(depth: Int) throws -> JSONValue {
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("a comma or ] should stand here") }
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { throw error("no value starts like this") }
    index += word.utf8.count
    return value
  }

  private mutating func number() throws -> JSONValue {
    let start = index
    var isWhole = true
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw error("a number too large") }
    return .number(number)
  }

  private mutating func digits() throws {
    let start = index
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    guard index > start else { throw error("a digit should stand here") }
  }

  private mutating func string() throws -> String {
    index += 1
    var content: [UInt8] = []
    while let byte = peek() {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw error("a control character inside a string")
      default: content.append(byte)
      }
    }
    throw error("a string without an end")
  }

  private mutating func escape(into content: inout [UInt8]) throws {
    guard let byte = peek() else { throw error("a string without an end") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "u"): content += Array(String(try scalar()).utf8)
    default: throw error("no such escape")
    }
  }

  /// The character of `\uXXXX`, where a pair of surrogates is one character.
  private mutating func scalar() throws -> Character {
    let first = try hexadecimal()
    var value = UInt32(first)
    if (0xD800...0xDBFF).contains(first) {
      guard take("\\"), take("u") else { throw error("half a surrogate pair") }
      let second = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(second) else { throw error("half a surrogate pair") }
      value = 0x10000 + ((UInt32(first) - 0xD800) << 10) + (UInt32(second) - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw error("half a surrogate pair") }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits should stand here")
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private func peek() -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private func error(_ message: String) -> JSONError {
    JSONError(message: message, offset: index)
  }
}
