@testable import Fingerprinting

/// Four pieces of made-up music, indexed, and what a matcher says about audio.
struct Listening {
  static let pieces = (0..<4).map { SyntheticMusic(seed: 100 + $0, duration: 11) }
  static let ids = ["first", "second", "third", "fourth"]
  static let samples = Listening.pieces.map { $0.samples() }
  static let fingerprints = Listening.samples.map { Fingerprint(of: $0) }

  static func index() throws -> LandmarkIndex { try IndexSamples(fingerprints).open() }

  static func matches(
    _ audio: [Float], chunk: Int = 4_096, index: LandmarkIndex? = nil,
    configuration: StreamMatcher.Configuration = .init()
  ) throws -> [Match] {
    let matcher = StreamMatcher(index: try index ?? self.index(), materialIDs: ids, configuration: configuration)
    return matcher.matches(audio, chunk: chunk)
  }

  static func silence(_ seconds: Double) -> [Float] { [Float](repeating: 0, count: Int(seconds * 8_000)) }
}

extension StreamMatcher {
  func matches(_ audio: [Float], chunk: Int = 4_096) -> [Match] {
    var matches: [Match] = []
    audio.withUnsafeBufferPointer { audio in
      var rest = audio[...]
      while !rest.isEmpty {
        append(UnsafeBufferPointer(rebasing: rest.prefix(chunk))) { matches.append($0) }
        rest = rest.dropFirst(chunk)
      }
    }
    finish { matches.append($0) }
    return matches
  }
}
