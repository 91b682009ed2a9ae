import Testing

@testable import Fingerprinting

/// What noise leaves of a material, and what noise leaves of music that is in no pack.
@Suite struct FaintAudioTests {
  /// `audio` in white noise of the same power, or so many decibels louder.
  private static func buried(_ audio: [Float], decibels: Float = 0) -> [Float] {
    let noise = SyntheticMusic.noise(seed: 77, count: audio.count, level: 1)
    let power = { (samples: [Float]) in samples.reduce(Float(0)) { $0 + $1 * $1 } }
    let gain = (power(audio) / power(noise)).squareRoot() * exponential(decibels)
    return zip(audio, noise).map { $0 + gain * $1 }
  }

  private static func exponential(_ decibels: Float) -> Float {
    Float(NaturalLogarithm.exponential(Double(decibels) / 20 * NaturalLogarithm.of(10)))
  }

  @Test(arguments: 0..<4, [Float(0), 6]) func aMaterialUnderNoiseIsRecognised(number: Int, decibels: Float) throws {
    let matches = try Listening.matches(Self.buried(Listening.samples[number], decibels: decibels))
    let last = try #require(matches.last)
    #expect(last.materialID == Listening.ids[number])
    #expect(abs(last.position - last.end * last.rate) < 0.03)
    #expect(Set(matches.map(\.materialID)) == [Listening.ids[number]])
  }

  @Test(arguments: 0..<4) func otherMusicUnderNoiseIsNot(number: UInt64) throws {
    let other = SyntheticMusic(seed: 300 + number, duration: 11).samples()
    #expect(try Listening.matches(Self.buried(other)).isEmpty)
    #expect(try Listening.matches(other).isEmpty)
  }

  @Test func noiseOverTheEndDoesNotMoveTheBeginning() throws {
    let clean = Listening.samples[2]
    let audio = Array(clean[..<40_000]) + Self.buried(Array(clean[40_000...]), decibels: 3)
    let last = try #require(try Listening.matches(audio).last)
    #expect(last.materialID == "third")
    #expect(last.matchedFrom < 0.3)
    #expect(last.matchedUntil > 9)
  }

  @Test func onsetsFromSilenceAreNoEvidence() throws {
    // Everything stands out where sound begins, in the stream and in the materials.
    let pulse = SyntheticMusic.noise(seed: 5, count: 1_600, level: 0.5)
    let audio = (0..<12).flatMap { _ in Listening.silence(0.8) + pulse }
    #expect(try Listening.matches(audio, configuration: .init(maxFalseAlarms: 1)).isEmpty)
  }
}
