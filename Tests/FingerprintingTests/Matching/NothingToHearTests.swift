import Foundation
import Testing

@testable import Fingerprinting

/// Audio that must not be recognised.
struct NothingToHearTests {
  static let seconds = 3.0
  static let count = Int(seconds * 8_000)

  static let audio: [(name: String, samples: [Float])] = [
    ("silence", Listening.silence(seconds)),
    ("a constant", [Float](repeating: 0.7, count: count)),
    ("not a number", [Float](repeating: .nan, count: count)),
    ("a tone", (0..<count).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 8_000)) }),
    ("a square wave", (0..<count).map { $0 / 20 % 2 == 0 ? 0.8 : -0.8 }),
    ("white noise", SyntheticMusic.noise(seed: 8, count: count, level: 0.2)),
    ("clicks", (0..<count).map { $0 % 1_000 == 0 ? 1 : 0 }),
    (
      "noise in bursts",
      SyntheticMusic.noise(seed: 8, count: count, level: 0.2).enumerated().map { $0 % 2_000 < 300 ? $1 : 0 }
    ),
    ("garbage bits", (0..<UInt32(count)).map { Float(bitPattern: $0 &* 2_654_435_761) }),
    ("other music", SyntheticMusic(seed: 77, duration: seconds).samples()),
  ]

  @Test(arguments: audio.indices)
  func nothingIsRecognised(number: Int) throws {
    #expect(try Listening.matches(Self.audio[number].samples).isEmpty, "\(Self.audio[number].name)")
  }

  @Test func aSecondOfMusicLooped() throws {
    let second = SyntheticMusic(seed: 55, duration: 1).samples()
    #expect(try Listening.matches(Array((0..<5).map { _ in second }.joined())).isEmpty)
  }

  @Test func noSamplesAtAll() throws {
    #expect(try Listening.matches([]).isEmpty)
  }

  @Test func aPackWithoutMaterials() throws {
    let matcher = StreamMatcher(index: try IndexSamples([]).open(), materialIDs: [])
    #expect(matcher.matches(Listening.samples[0]).isEmpty)
  }

  @Test func idsThatDoNotFitTheIndex() throws {
    let matcher = StreamMatcher(index: try Listening.index(), materialIDs: ["only one"])
    #expect(matcher.matches(Listening.samples[0]).isEmpty)
  }

  @Test func aPackOfSilence() throws {
    let silent = Fingerprint(of: Listening.silence(3))
    let matcher = StreamMatcher(index: try IndexSamples([silent]).open(), materialIDs: ["silence"])
    #expect(matcher.matches(Listening.silence(3) + Listening.samples[0]).isEmpty)
  }

  @Test func aRemovedPieceIsGone() throws {
    let rest = try IndexSamples(Array(Listening.fingerprints[1...])).open()
    let matcher = StreamMatcher(index: rest, materialIDs: Array(Listening.ids[1...]))
    #expect(matcher.matches(Listening.samples[0]).isEmpty)
  }

  @Test func noFalseAlarmIsTolerated() throws {
    #expect(try Listening.matches(Listening.samples[0], configuration: .init(maxFalseAlarms: 0)).isEmpty)
  }
}
