import Foundation

/// Halves the sampling rate with a linear-phase low-pass (Hamming-windowed sinc, 63 taps, cut off at 0.48 of the new
/// half rate); sample n of the output lies at sample 2n of the input.
enum HalfBand {
  private static let reach = 31
  private static let taps: [Float] = {
    let raw = (-reach...reach).map { k -> Double in
      let x = Double(k)
      let sinc = k == 0 ? 0.485 : sin(.pi * 0.485 * x) / (.pi * x)
      return sinc * (0.54 + 0.46 * cos(.pi * x / Double(reach + 1)))
    }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }()

  static func decimate(_ input: [Float]) -> [Float] {
    let padded = [Float](repeating: 0, count: reach) + input + [Float](repeating: 0, count: reach)
    return [Float](unsafeUninitializedCapacity: input.count / 2) { output, count in
      count = input.count / 2
      padded.withUnsafeBufferPointer { x in
        taps.withUnsafeBufferPointer { h in
          for n in 0..<count {
            var sum: Float = 0
            for k in 0..<h.count { sum += h[k] * x[2 * n + k] }
            output[n] = sum
          }
        }
      }
    }
  }
}
