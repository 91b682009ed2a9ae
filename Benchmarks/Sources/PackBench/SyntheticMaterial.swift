import Fingerprinting

/// Materials that were never recorded, with the hash statistics of real ones: a real fingerprint, transposed, its seconds
/// in another order.
struct SyntheticMaterial {
  private struct Landmark {
    var tick: Int
    var frequency: Int
  }

  private let landmarks: [Landmark]
  private let duration: Double
  /// Ticks that stay together.
  private static let block = 250

  /// - Parameter fingerprint: Real; its bytes are laid out as in section PEAK.
  init(of fingerprint: Fingerprint) {
    duration = fingerprint.duration
    var landmarks: [Landmark] = []
    let bytes = fingerprint.peaks
    let half = { (place: Int) in Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    let words = half(0) | half(2) << 16
    var place = 8 + 4 * ((words + 127) / 128)
    var tick = 0
    for _ in 0..<words {
      let word = half(place)
      place += 2
      if word >> 12 == 15 {
        tick += word & 0xFFF
      } else {
        tick += word >> 12
        landmarks.append(Landmark(tick: tick, frequency: word & 0xFFF))
      }
    }
    self.landmarks = landmarks
  }

  /// Another material of the same length.
  /// - Parameter semitones: How far it is transposed; what leaves the range of the analysis is left out.
  func variation(semitones: Double, using random: inout some RandomNumberGenerator) throws -> Fingerprint {
    let factor = Self.exp2(semitones / 12)
    let blocks = Int(duration * 125) / Self.block
    // The last, shorter block stays at the end.
    var order = Array(0..<blocks)
    order.shuffle(using: &random)
    var target = [Int](repeating: 0, count: blocks)
    for (place, block) in order.enumerated() { target[block] = place }
    let moved = landmarks.compactMap { landmark -> Landmark? in
      let frequency = Int((Double(landmark.frequency) * factor).rounded())
      guard (128..<3_993).contains(frequency) else { return nil }
      let block = landmark.tick / Self.block
      let shift = block < blocks ? (target[block] - block) * Self.block : 0
      return Landmark(tick: landmark.tick + shift, frequency: frequency)
    }
    return try Fingerprint(
      duration: duration, peaks: Self.packed(moved.sorted { ($0.tick, $0.frequency) < ($1.tick, $1.frequency) }))
  }

  private static func packed(_ landmarks: [Landmark]) -> [UInt8] {
    var words: [UInt16] = []
    var ticks: [UInt32] = []
    var tick = 0
    func append(_ word: Int, _ delta: Int) {
      if words.count % 128 == 0 { ticks.append(UInt32(tick)) }
      words.append(UInt16(word))
      tick += delta
    }
    for landmark in landmarks {
      while landmark.tick - tick >= 15 {
        let pause = min(landmark.tick - tick, 4_095)
        append(15 << 12 | pause, pause)
      }
      append((landmark.tick - tick) << 12 | landmark.frequency, landmark.tick - tick)
    }
    var bytes: [UInt8] = []
    for number in [UInt32(words.count), UInt32(landmarks.count)] + ticks {
      for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    for word in words { bytes += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)] }
    return bytes
  }

  private static func exp2(_ exponent: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for number in 1...20 {
      term *= exponent * 0.693_147_180_559_945_3 / Double(number)
      sum += term
    }
    return sum
  }
}
