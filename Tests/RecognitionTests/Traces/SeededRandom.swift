@testable import Recognition

/// SplitMix64: the same numbers for the same seed everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

  mutating func json(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(chance(0.5))
    case 2: return .integer(Int64(bitPattern: next()) >> Int64.random(in: 0..<64, using: &self))
    case 3: return .number(Double.random(in: -1e6...1e6, using: &self))
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0..<4, using: &self)).map { _ in json(depth: depth - 1) })
    default:
      let pairs = (0..<Int.random(in: 0..<4, using: &self)).map { _ in (text(), json(depth: depth - 1)) }
      return .object(Dictionary(pairs, uniquingKeysWith: { _, last in last }))
    }
  }

  mutating func text() -> String {
    let scalars = Array("ab\"\\/\n\t\u{0}\u{1F}\u{7F}é€😀\u{2028}".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<8, using: &self) {
      text.append(scalars[Int.random(in: 0..<scalars.count, using: &self)])
    }
    return String(text)
  }
}
