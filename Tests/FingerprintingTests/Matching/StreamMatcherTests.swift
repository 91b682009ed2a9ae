import Foundation
import Testing

@testable import Fingerprinting

struct StreamMatcherTests {
  @Test func aPieceIsRecognisedWithItsTimes() throws {
    // Piece 2 from its second 2 to 10, heard from 3 s to 11 s of a stream that is silent otherwise.
    let audio = Listening.silence(3) + Listening.samples[1][16_000..<80_000] + Listening.silence(4)
    let matches = try Listening.matches(audio)
    #expect(matches.allSatisfy { $0.materialID == "second" })
    #expect(matches.map(\.end) == [5, 6, 7, 8, 9, 10, 11].filter { $0 >= matches[0].end } + [12])
    #expect(matches[0].end <= 6)
    for match in matches {
      #expect(abs(match.position - (match.end - 1)) < 0.02)
      #expect(abs(match.rate - 1) < 0.005)
      #expect(abs(match.matchedFrom - 3) < 0.3)
      #expect(match.matchedUntil <= 11.1)
      #expect(match.matchedUntil <= match.end)
      #expect(match.duration == 1)
      #expect(match.score > 5)
      #expect(match.falseAlarms < 1)
      #expect(match.confidence > 0.5)
    }
    #expect(abs(matches[matches.count - 1].matchedUntil - 11) < 0.3)
  }

  @Test(arguments: [0.96, 0.98, 1.01, 1.04])
  func otherSpeeds(speed: Double) throws {
    let match = try #require(try Listening.matches(Listening.pieces[0].samples(to: 5, speed: speed)).last)
    #expect(match.materialID == "first")
    #expect(abs(match.rate - speed) < 0.002)
    #expect(abs(match.position - 5 * speed) < 0.03)
    #expect(match.matchedFrom < 0.4)
  }

  @Test func aSpeedBeyondTheRangeIsNotSearched() throws {
    let audio = Listening.pieces[0].samples(to: 4, speed: 1.06)
    #expect(try Listening.matches(audio, configuration: .init(speedRange: 0)).isEmpty)
  }

  @Test func underNoise() throws {
    let audio = Listening.samples[2]
    let noise = SyntheticMusic.noise(seed: 9, count: audio.count, level: 0.02)
    let match = try #require(try Listening.matches(zip(audio, noise).map { $0 + $1 }).last)
    #expect(match.materialID == "third")
    #expect(abs(match.position - 11) < 0.03)
  }

  @Test func onePieceAfterAnother() throws {
    let matches = try Listening.matches(Array(Listening.samples[0][..<48_000] + Listening.samples[3][..<48_000]))
    let ids = matches.map(\.materialID)
    #expect(ids.first == "first")
    #expect(ids.last == "fourth")
    // Within two seconds of the change.
    let second = try #require(matches.first { $0.materialID == "fourth" })
    #expect(second.end <= 9)
    #expect(abs(second.matchedFrom - 6) < 0.4)
    let last = try #require(matches.last { $0.materialID == "first" })
    #expect(abs(last.matchedUntil - 6) < 0.4)
  }

  @Test func thePieceRepeatedStartsAgain() throws {
    let once = Listening.samples[1][..<48_000]
    let matches = try Listening.matches(Array(once + once))
    #expect(matches.allSatisfy { $0.materialID == "second" })
    let again = try #require(matches.first { $0.matchedFrom > 5 })
    #expect(abs(again.position - (again.end - 6)) < 0.02)
    #expect(abs(again.matchedFrom - 6) < 0.4)
    #expect(again.end <= 9)
    let last = try #require(matches.last)
    #expect(last.end == 12)
    #expect(abs(last.position - 6) < 0.02)
  }

  @Test func theEndOfTheStreamIsDecided() throws {
    let matches = try Listening.matches(Array(Listening.samples[2][..<20_000]))
    let last = try #require(matches.last)
    #expect(last.end == 2.5)
    #expect(last.duration == 0.5)
    #expect(abs(last.position - 2.5) < 0.02)
    #expect(last.matchedUntil > 2.2)
  }

  @Test(arguments: [1, 77, 1_000, 100_000])
  func anyChunkingGivesTheSameMatches(chunk: Int) throws {
    let audio = Array(Listening.samples[0][40_000..<60_000] + Listening.samples[1][..<8_000])
    let index = try Listening.index()
    #expect(
      try Listening.matches(audio, chunk: chunk, index: index) == Listening.matches(audio, chunk: 8_001, index: index))
  }

  @Test(arguments: [0.25, 2.5])
  func statementsComeAtMultiplesOfTheInterval(interval: Double) throws {
    let audio = Array(Listening.samples[0][..<43_000])
    let matches = try Listening.matches(audio, configuration: .init(interval: interval))
    #expect(matches.count > 1)
    for match in matches.dropLast() {
      let count = match.end / interval
      #expect(abs(count - count.rounded()) < 1e-6)
      #expect(abs(match.duration - interval) < 1e-6)
    }
    #expect(matches.last?.end == 5.375)
    #expect(Set(matches.map(\.end)).count == matches.count)
  }

  @Test func aStreamThatEndsWithAnIntervalIsDecidedOnceMore() throws {
    let matches = try Listening.matches(Array(Listening.samples[0][..<40_000]))
    #expect(matches.map(\.end).suffix(2) == [5, 5])
    #expect(matches.map(\.duration).suffix(2) == [1, 1])
    #expect(matches.map(\.matchedUntil).suffix(2).last ?? 0 > 4.7)
  }

  @Test func configurationIsBroughtIntoRange() {
    func taken(_ configuration: StreamMatcher.Configuration) -> StreamMatcher.Configuration {
      StreamMatcher(index: nil, materialIDs: [], configuration: configuration).configuration
    }
    #expect(taken(.init(interval: 0, maxFalseAlarms: -1, speedRange: -1)).interval == 0.25)
    #expect(taken(.init(interval: 99)).interval == 10)
    #expect(taken(.init(interval: .nan, maxFalseAlarms: .nan, speedRange: .nan)) == .init())
    #expect(taken(.init(maxFalseAlarms: -1)).maxFalseAlarms == 0)
    #expect(taken(.init(speedRange: 7)).speedRange == 0.1)
  }

  @Test func resetStartsAtZero() throws {
    let matcher = StreamMatcher(index: try Listening.index(), materialIDs: Listening.ids)
    let audio = Array(Listening.samples[3][..<40_000])
    let first = matcher.matches(audio)
    matcher.reset()
    #expect(matcher.matches(audio) == first)
    #expect(!first.isEmpty)
  }

  @Test func anotherIndexTakesOverWithoutAGap() throws {
    let matcher = StreamMatcher(index: nil, materialIDs: [])
    let audio = Listening.samples[0]
    #expect(
      audio[..<40_000].withUnsafeBufferPointer { samples in
        var count = 0
        matcher.append(samples) { _ in count += 1 }
        return count
      } == 0)
    matcher.replaceIndex(try Listening.index(), materialIDs: Listening.ids)
    let matches = matcher.matches(Array(audio[40_000...]))
    #expect(matches.last?.materialID == "first")
    #expect(matches.last?.end == 11)
    matcher.replaceIndex(nil, materialIDs: [])
    #expect(matcher.matches(audio).isEmpty)
  }
}
