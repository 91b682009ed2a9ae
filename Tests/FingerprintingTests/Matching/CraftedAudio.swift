import Foundation
import Testing

@testable import Fingerprinting

/// Audio that is made to meet as many landmarks and hashes as can be, and audio that no broadcast has.
struct CraftedAudio: CustomTestStringConvertible {
  let name: String
  let samples: [Float]

  var testDescription: String { name }

  private static let rate = Double(Analysis.sampleRate)
  private static let noise = SyntheticMusic.noise(seed: 31, count: 8_000, level: 0.3)

  private static let music = SyntheticMusic(seed: 55, duration: 6).samples()

  /// Peaks in every band at every moment, and each of them again and again: a comb of tones, keyed so fast that the picker
  /// just tells the keys apart.
  static let comb = CraftedAudio("comb of tones, keyed") { n in
    n % 768 < 256 ? (1...30).reduce(Float(0)) { $0 + 0.06 * tone(Double($1) * 125, n) } : 0
  }

  static let dense: [CraftedAudio] = [
    comb,
    CraftedAudio("comb that moves with each key") { n in
      let shift = Double(n / 768 % 16) * 7.8125
      return n % 768 < 256 ? (1...30).reduce(Float(0)) { $0 + 0.06 * tone(Double($1) * 125 + shift, n) } : 0
    },
    CraftedAudio("the same burst every 96 ms") { n in n % 768 < 128 ? noise[n % 768] : 0 },
    CraftedAudio("clicks, 31 a second") { $0 % 256 == 0 ? 1 : 0 },
    CraftedAudio("clicks, 10 a second") { $0 % 768 == 0 ? 1 : 0 },
    CraftedAudio("drum machine") { n in
      let place = n % 800
      let kick = n / 800 % 4 == 0 ? 0.8 * exp(-Double(place) / 300) * sin(2 * .pi * 60 * Double(place) / rate) : 0
      let snare = n / 800 % 8 == 4 ? 0.6 * exp(-Double(place) / 200) * Double(noise[place]) : 0
      return Float(kick + snare + 0.3 * exp(-Double(place) / 60) * Double(noise[place + 800]))
    },
    CraftedAudio("white noise") { noise[$0 % 8_000 * 3_571 % 8_000] },
  ]

  static let strange: [CraftedAudio] = [
    CraftedAudio("square wave at full scale") { $0 / 20 % 2 == 0 ? 1 : -1 },
    CraftedAudio("far beyond full scale") { $0 / 20 % 2 == 0 ? 60_000 : -60_000 },
    CraftedAudio("sweep") { n in
      let t = Double(n % 80_000) / rate
      return Float(0.5 * sin(2 * .pi * (50 * t + 195 * t * t)))
    },
    CraftedAudio("denormals") { Float(bitPattern: $0 % 2 == 0 ? 700_000 : 0x8000_0000 + 700_000) },
    CraftedAudio("infinite and not a number among music") { n in
      n % 100 == 0 ? .infinity : n % 100 == 50 ? .nan : music[n]
    },
    CraftedAudio("tones, all that a keyboard has") { n in
      (0..<48).reduce(Float(0)) { $0 + 0.02 * tone(110 * exp2(Double($1) / 12), n) }
    },
  ]

  init(_ name: String, seconds: Int = 6, _ sample: (Int) -> Float) {
    self.name = name
    samples = (0..<seconds * Analysis.sampleRate).map(sample)
  }

  private static func tone(_ frequency: Double, _ sample: Int) -> Float {
    Float(sin(2 * .pi * frequency * Double(sample) / rate))
  }
}
