import Fingerprinting

extension StreamMatcher {
  /// Feeds a stretch of samples.
  func append(_ samples: ArraySlice<Float>, _ onMatch: (Match) -> Void) {
    samples.withUnsafeBufferPointer { append($0, onMatch) }
  }

  /// Feeds audio from the beginning to its end in chunks of a size that may change; gives everything that was stated.
  func statements(of samples: [Float], chunk: () -> Int = { 800 }) -> [Match] {
    var matches: [Match] = []
    var place = 0
    while place < samples.count {
      let end = min(samples.count, place + max(1, chunk()))
      append(samples[place..<end]) { matches.append($0) }
      place = end
    }
    finish { matches.append($0) }
    reset()
    return matches
  }
}
