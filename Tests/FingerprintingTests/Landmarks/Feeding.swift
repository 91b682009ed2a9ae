@testable import Fingerprinting

extension LandmarkExtractor {
  /// All landmarks of some audio, fed in chunks.
  func landmarks(of samples: [Float], chunk: Int = .max) -> [Landmark] {
    var landmarks: [Landmark] = []
    samples.withUnsafeBufferPointer { samples in
      var rest = samples[...]
      while !rest.isEmpty {
        append(UnsafeBufferPointer(rebasing: rest.prefix(chunk))) { landmarks.append($0) }
        rest = rest.dropFirst(chunk)
      }
    }
    finish { landmarks.append($0) }
    reset()
    return landmarks
  }
}

extension Fingerprint {
  init(of samples: [Float]) {
    let fingerprinter = Fingerprinter()
    samples.withUnsafeBufferPointer { fingerprinter.append($0) }
    self = fingerprinter.finish()
  }
}
