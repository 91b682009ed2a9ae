/// Reads the fixed fields of a date-time text from left to right.
struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Exactly so many decimal digits.
  mutating func number(digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// One or more decimals as milliseconds, the rest cut off.
  mutating func fraction() -> Int64? {
    guard var value = digit() else { return nil }
    var count = 1
    while let digit = digit() {
      if count < 3 { value = value * 10 + digit }
      count += 1
    }
    while count < 3 {
      value *= 10
      count += 1
    }
    return value
  }

  /// `Z` or `±hh:mm`, in seconds east of UTC.
  mutating func offset() -> Int64? {
    if take("Z", "z") { return 0 }
    let sign: Int64
    if take("+") {
      sign = 1
    } else if take("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(digits: 2), take(":"), let minutes = number(digits: 2), hours < 24, minutes < 60 else {
      return nil
    }
    return sign * (hours * 3600 + minutes * 60)
  }

  /// Steps over one of the characters, if one stands here.
  mutating func take(_ characters: Unicode.Scalar...) -> Bool {
    guard let byte = rest.first, characters.contains(where: { $0.value == UInt32(byte) }) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func digit() -> Int64? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    rest = rest.dropFirst()
    return Int64(byte - UInt8(ascii: "0"))
  }
}
