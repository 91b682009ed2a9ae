import Testing

@testable import Fingerprinting

struct SmallPackTests {
  @Test func aPackOfOne() throws {
    let index = try IndexSamples([Listening.fingerprints[2]]).open()
    let matcher = StreamMatcher(index: index, materialIDs: ["third"])
    let match = try #require(matcher.matches(Listening.samples[2]).last)
    #expect(match.materialID == "third")
    #expect(abs(match.position - 11) < 0.02)
    #expect(match.alternatives.isEmpty)
  }

  @Test func aMaterialOfThreeSeconds() throws {
    let short = Array(Listening.samples[0][..<24_000])
    let index = try IndexSamples([Fingerprint(of: short)]).open()
    let matcher = StreamMatcher(index: index, materialIDs: ["short"])
    let matches = matcher.matches(Listening.silence(2) + short + Listening.silence(4))
    let match = try #require(matches.last)
    #expect(abs(match.matchedFrom - 2) < 0.3)
    #expect(abs(match.matchedUntil - 5) < 0.3)
  }

  @Test(arguments: [0.1, 0.5, 1, 1.9])
  func aMaterialOfLessThanTwoSecondsDoesNoHarm(seconds: Double) throws {
    let short = Array(Listening.samples[0][..<Int(seconds * 8_000)])
    let index = try IndexSamples([Fingerprint(of: short), Listening.fingerprints[1]]).open()
    let matcher = StreamMatcher(index: index, materialIDs: ["short", "second"])
    let matches = matcher.matches(short + Listening.silence(1) + Listening.samples[1][..<32_000])
    #expect(matches.last?.materialID == "second")
  }

  @Test func theSameContentTwiceGivesAlternatives() throws {
    let fingerprints = [Listening.fingerprints[0], Listening.fingerprints[1], Listening.fingerprints[0]]
    let matcher = StreamMatcher(index: try IndexSamples(fingerprints).open(), materialIDs: ["a", "b", "copy of a"])
    let matches = matcher.matches(Array(Listening.samples[0][..<48_000]))
    let last = try #require(matches.last)
    #expect(Set([last.materialID] + last.alternatives.map(\.materialID)) == ["a", "copy of a"])
    #expect(abs((last.alternatives.first?.position ?? 0) - 6) < 0.02)
    // The first choice stays.
    #expect(Set(matches.map(\.materialID)).count == 1)
  }

  @Test func aLoopInAMaterialGivesItsOtherPlaces() throws {
    // A bar of 4 s, three times.
    let bar = Listening.samples[3][..<32_000]
    let index = try IndexSamples([Fingerprint(of: Array(bar + bar + bar))]).open()
    let last = try #require(
      StreamMatcher(index: index, materialIDs: ["loop"]).matches(Array(bar)).last)
    let places = [last.position] + last.alternatives.map(\.position)
    for expected in [4.0, 8, 12] { #expect(places.contains { abs($0 - expected) < 0.05 }) }
  }
}
