import Foundation

@testable import Fingerprinting

/// Music-like audio from a seed: notes with a few decaying partials, and noisy beats.
struct SyntheticMusic {
  private struct Note {
    var start: Double
    var frequency: Double
    var decay: Double
    var level: Double
  }

  let duration: Double
  private var notes: [Note] = []
  private let seed: UInt64

  init(seed: UInt64, duration: Double) {
    self.seed = seed
    self.duration = duration
    var random = SplitMix(seed: seed)
    var time = 0.0
    while time < duration {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        notes.append(
          Note(
            start: time, frequency: 130 * exp2(Double.random(in: 0..<3.5, using: &random)),
            decay: Double.random(in: 0.08...0.5, using: &random), level: Double.random(in: 0.03...0.12, using: &random))
        )
      }
      time += Double.random(in: 0.05...0.2, using: &random)
    }
  }

  /// The samples from `from` to `to` seconds of playback at `speed`.
  func samples(from: Double = 0, to: Double? = nil, speed: Double = 1) -> [Float] {
    let rate = Double(Analysis.sampleRate)
    let first = Int(from * rate)
    let count = Int((to ?? duration / speed) * rate) - first
    var output = [Float](repeating: 0, count: count)
    for note in notes {
      for partial in 1...4 {
        let frequency = note.frequency * Double(partial) * speed
        guard frequency < 3_950 else { break }
        let decay = note.decay / Double(partial) / speed
        let begin = Int(note.start / speed * rate) + 1
        let end = begin + Int(6 * decay * rate)
        // A rotating phasor: cheap also in a debug build.
        let step = 2 * Double.pi * frequency / rate
        let fade = exp(-1 / (decay * rate))
        let (turnRe, turnIm) = (cos(step) * fade, sin(step) * fade)
        var re = 0.0
        var im = note.level / Double(partial)
        output.withUnsafeMutableBufferPointer { output in
          for n in begin..<max(begin, min(end, first + count)) {
            if n >= first { output[n - first] += Float(re) }
            (re, im) = (re * turnRe - im * turnIm, re * turnIm + im * turnRe)
          }
        }
      }
    }
    return output
  }

  /// White noise with a standard deviation of about `level`.
  static func noise(seed: UInt64, count: Int, level: Float) -> [Float] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in
      let bits = random.next()
      let a = Float(bits & 0xFFFF) + Float(bits >> 16 & 0xFFFF) + Float(bits >> 32 & 0xFFFF) + Float(bits >> 48)
      return (a / 131_070 - 1) * 1.73 * level
    }
  }
}
