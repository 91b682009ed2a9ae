/// A check that a text is one JSON object (RFC 8259), without making anything of it.
struct JSONSyntax {
  /// Deeper nesting is refused: what reads the text later may be recursive.
  private static let maximumDepth = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  /// Whether `text` is the text of exactly one JSON object, nested at most 64 deep, with every escaped surrogate paired.
  static func isObject(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var check = JSONSyntax(bytes: bytes)
      check.skipSpace()
      guard check.next == UInt8(ascii: "{"), check.value(depth: 1) else { return false }
      check.skipSpace()
      return check.next == nil
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
  }

  private mutating func value(depth: Int) -> Bool {
    switch next {
    case UInt8(ascii: "{"): depth <= Self.maximumDepth && object(depth: depth)
    case UInt8(ascii: "["): depth <= Self.maximumDepth && array(depth: depth)
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): word("true")
    case UInt8(ascii: "f"): word("false")
    case UInt8(ascii: "n"): word("null")
    default: number()
    }
  }

  private mutating func object(depth: Int) -> Bool {
    place += 1
    skipSpace()
    if skip(UInt8(ascii: "}")) { return true }
    repeat {
      skipSpace()
      guard string() else { return false }
      skipSpace()
      guard skip(UInt8(ascii: ":")) else { return false }
      skipSpace()
      guard value(depth: depth + 1) else { return false }
      skipSpace()
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "}"))
  }

  private mutating func array(depth: Int) -> Bool {
    place += 1
    skipSpace()
    if skip(UInt8(ascii: "]")) { return true }
    repeat {
      skipSpace()
      guard value(depth: depth + 1) else { return false }
      skipSpace()
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "]"))
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where !skip(word.utf8Start[index]) { return false }
    return true
  }

  private mutating func string() -> Bool {
    guard skip(UInt8(ascii: "\"")) else { return false }
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard escape() else { return false }
      case 0..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = next else { return false }
    place += 1
    switch byte {
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { return false }
      if (0xDC00...0xDFFF).contains(unit) { return false }
      guard (0xD800...0xDBFF).contains(unit) else { return true }
      guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), let low = codeUnit() else { return false }
      return (0xDC00...0xDFFF).contains(low)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return true
    default:
      return false
    }
  }

  private mutating func codeUnit() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
      place += 1
    }
    return unit
  }

  private mutating func number() -> Bool {
    _ = skip(UInt8(ascii: "-"))
    guard skip(UInt8(ascii: "0")) || digits() else { return false }
    if skip(UInt8(ascii: ".")), !digits() { return false }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let first = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place > first
  }
}
