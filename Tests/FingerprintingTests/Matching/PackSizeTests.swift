import Testing

@testable import Fingerprinting

/// Packs of no, one and a great many materials.
struct PackSizeTests {
  private static func pack(_ fingerprints: [Fingerprint], in directory: TemporaryDirectory) throws -> Pack {
    var builder = PackBuilder()
    for (number, fingerprint) in fingerprints.enumerated() {
      try builder.add(PackMaterial(id: "material \(number)"), fingerprint: fingerprint)
    }
    let path = directory.file("sizes.earpack")
    try builder.write(to: path)
    return try Pack(path: path)
  }

  @Test func none() throws {
    let directory = try TemporaryDirectory()
    let matcher = StreamMatcher(pack: try Self.pack([], in: directory))
    #expect(matcher.matches(Array(Listening.samples[0][..<32_000])).isEmpty)
  }

  @Test func one() throws {
    let directory = try TemporaryDirectory()
    let matcher = StreamMatcher(pack: try Self.pack([Listening.fingerprints[0]], in: directory))
    #expect(matcher.matches(Array(Listening.samples[0][..<32_000])).last?.materialID == "material 0")
    matcher.reset()
    #expect(matcher.matches(Array(Listening.samples[1][..<32_000])).isEmpty)
  }

  /// Half a second each, of which every sound is there two thousand times: what a look-up finds is capped, and is no answer.
  @Test func aHundredThousand() throws {
    let sounds = (0..<50).map { number in
      Fingerprint(of: Array(Listening.samples[1 + number % 3][(number * 1_600)..<(number * 1_600 + 4_000)]))
    }
    let all = (0..<100_000).map { sounds[$0 % sounds.count] } + [Listening.fingerprints[0]]
    let directory = try TemporaryDirectory()
    let matcher = StreamMatcher(pack: try Self.pack(all, in: directory))
    #expect(matcher.matches(SyntheticMusic(seed: 91, duration: 4).samples()).isEmpty)
    matcher.reset()
    #expect(matcher.matches(Array(Listening.samples[0][..<48_000])).last?.materialID == "material 100000")
  }
}
