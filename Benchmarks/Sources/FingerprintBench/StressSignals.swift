import Fingerprinting
import Foundation

/// Signals that no broadcast has, and some that are made to meet as many landmarks and hashes as can be.
enum StressSignals {
  private static let rate = Double(Analysis.sampleRate)

  static func all(seconds: Int) -> [StressSignal] {
    let count = seconds * Analysis.sampleRate
    func signal(_ name: String, _ sample: (Int) -> Float) -> StressSignal {
      StressSignal(name: name, samples: (0..<count).map(sample), repeats: 1)
    }
    var random = SystemRandomNumberGenerator()
    let noise = (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    return [
      signal("silence") { _ in 0 },
      signal("constant full scale") { _ in 1 },
      signal("square wave of 200 Hz, full scale") { $0 / 20 % 2 == 0 ? 1 : -1 },
      signal("tone of 440 Hz") { tone(440, $0) },
      signal("sweep from 50 to 3,950 Hz every 10 s") { n in
        let t = Double(n % (10 * Analysis.sampleRate)) / rate
        return Float(0.5 * sin(2 * .pi * (50 * t + 195 * t * t)))
      },
      signal("white noise") { noise[$0] },
      signal("not a number") { _ in .nan },
      signal("denormals") { Float(bitPattern: $0 % 2 == 0 ? 700_000 : 0x8000_0000 + 700_000) },
      signal("clicks, 8 a second") { $0 % 1_000 == 0 ? 1 : 0 },
      signal("clicks, 62 a second") { $0 % 128 == 0 ? 1 : 0 },
      signal("noise bursts every 96 ms") { $0 % 768 < 128 ? noise[$0] : 0 },
      signal("the same noise burst every 96 ms") { $0 % 768 < 128 ? noise[$0 % 768] : 0 },
      signal("comb of 30 tones, keyed every 96 ms") { n in
        guard n % 768 < 256 else { return 0 }
        return (1...30).reduce(Float(0)) { $0 + 0.06 * tone(Double($1) * 125, n) }
      },
      signal("comb of 30 tones that moves with each key") { n in
        guard n % 768 < 256 else { return 0 }
        let shift = Double(n / 768 % 16) * 7.8
        return (1...30).reduce(Float(0)) { $0 + 0.06 * tone(Double($1) * 125 + shift, n) }
      },
      signal("drum machine, 16ths at 150 a minute") { n in
        let place = n % 800
        let beat = n / 800
        let kick = beat % 4 == 0 ? 0.8 * exp(-Double(place) / 300) * sin(2 * .pi * 60 * Double(place) / rate) : 0
        let snare = beat % 8 == 4 ? 0.6 * exp(-Double(place) / 200) * Double(noise[place]) : 0
        let hat = 0.3 * exp(-Double(place) / 60) * Double(noise[place + 800])
        return Float(kick + snare + hat)
      },
      signal("random notes, 60 a second") { n in
        let slot = UInt64(n / 133)
        let pitch = Double((slot &* 0x9E37_79B9_7F4A_7C15) >> 40) / Double(1 << 24)
        return tone(150 * exp2(4.5 * pitch), n)
      },
    ]
  }

  private static func tone(_ frequency: Double, _ sample: Int) -> Float {
    Float(0.5 * sin(2 * .pi * frequency * Double(sample) / rate))
  }
}
