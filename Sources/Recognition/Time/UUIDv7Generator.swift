/// Makes time-ordered ids: UUID version 7 (RFC 9562, section 5.7).
///
/// 48 bits of Unix time in milliseconds, 12 bits of a counter (RFC 9562, section 6.2, method 1), 62 random bits. Ids of one
/// generator grow strictly in text order, also within a millisecond and when the clock steps back.
public struct UUIDv7Generator<Random: RandomNumberGenerator>: ~Copyable {
  private var random: Random
  private let clock: @Sendable () -> Timestamp
  private var milliseconds: UInt64 = 0
  private var counter: UInt64 = 0

  /// A generator over a source of randomness and a clock.
  public init(random: Random, clock: @escaping @Sendable () -> Timestamp = Timestamp.now) {
    self.random = random
    self.clock = clock
  }

  /// The next id, in lower case with hyphens.
  public mutating func next() -> String {
    let now = UInt64(max(0, clock().millisecondsSinceEpoch))
    if now > milliseconds {
      milliseconds = now
      // The upper bit of the counter starts clear, so that 2,048 ids at least fit in one millisecond.
      counter = random.next() & 0x7FF
    } else if counter < 0xFFF {
      counter += 1
    } else {
      milliseconds += 1
      counter = 0
    }
    let high = milliseconds << 16 | 0x7000 | counter
    let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text += "-" }
      text.append(digit)
    }
    return text
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
