import Foundation
import Testing

@testable import Fingerprinting

/// Whatever is heard: no false answer, and no more work than music makes.
struct CraftedAudioTests {
  @Test(arguments: CraftedAudio.dense + CraftedAudio.strange)
  func isNotRecognised(audio: CraftedAudio) throws {
    #expect(try Listening.matches(audio.samples).isEmpty)
  }

  @Test(arguments: [0, 1, 63, 128, 1_024, 1_600])
  func hardlyAnyAudio(count: Int) throws {
    #expect(try Listening.matches(Array(Listening.samples[0][40_000..<40_000 + count])).isEmpty)
  }

  @Test func theSameSecondOverAndOver() throws {
    let second = SyntheticMusic(seed: 55, duration: 1).samples()
    let matcher = StreamMatcher(index: try Listening.index(), materialIDs: Listening.ids)
    var statements = 0
    second.withUnsafeBufferPointer { second in
      for _ in 0..<60 { matcher.append(second) { _ in statements += 1 } }
    }
    matcher.finish { _ in statements += 1 }
    #expect(statements == 0)
  }

  /// A pack that holds crafted audio itself many times over is the worst that a stream of it can meet.
  @Test(arguments: CraftedAudio.dense)
  func workOfAStepIsBounded(audio: CraftedAudio) throws {
    let copies = Array(repeating: Fingerprint(of: audio.samples), count: 60)
    let index = try IndexSamples(copies + Listening.fingerprints).open()
    let most = try Work(of: audio.samples, index: index).most
    // A second of a stream has at most twice its landmark density, each the target of as many pairs as that many anchors
    // make, and a pair is looked up in few cells.
    let landmarks = 2 * Analysis.streamDensity
    #expect(most.landmarks <= landmarks)
    #expect(most.search.probes <= landmarks * 20 * 8)
    #expect(most.search.hits <= CandidateSearch.mostHits * 5)
    #expect(most.search.postings <= CandidateSearch.mostHits * 5 * 4)
    #expect(most.candidates <= 24 + 4 * 6)
  }

  @Test func musicMakesWorkThatIsCounted() throws {
    let most = try Work(of: Listening.samples[0], index: try Listening.index()).most
    #expect(most.search.probes > 100)
    #expect(most.search.postings > 0)
    #expect(most.search.hits > 0)
    #expect(most.candidates > 0)
  }

  /// A crafted pack may answer, with what is in it, and no more lines are followed than are stated.
  @Test func aPackOfCopies() throws {
    let audio = CraftedAudio.comb.samples
    let copies = (0..<60).map { _ in Fingerprint(of: Array(audio[..<24_000])) }
    let index = try IndexSamples(copies).open()
    let matcher = StreamMatcher(index: index, materialIDs: (0..<60).map { "copy \($0)" })
    for match in matcher.matches(audio) { #expect(match.alternatives.count < 12) }
  }
}

/// The most that a step of a second makes the search do.
private struct Work {
  struct Step {
    var landmarks = 0
    var candidates = 0
    var search = SearchWork()
  }
  private(set) var most = Step()

  init(of samples: [Float], index: LandmarkIndex) throws {
    let peaks = StreamPeaks()
    let extractor = LandmarkExtractor(density: Analysis.streamDensity)
    let search = CandidateSearch(index: index, hypotheses: SpeedHypothesis.covering(0.04), from: 0)
    for second in 0..<samples.count / Analysis.sampleRate {
      let (known, before) = (peaks.count, search.work)
      samples[second * Analysis.sampleRate..<(second + 1) * Analysis.sampleRate].withUnsafeBufferPointer {
        extractor.append($0) { peaks.append($0) }
      }
      var candidates = 0
      search.search(peaks, elapsed: 1, memory: 375) { _ in candidates += 1 }
      most.landmarks = max(most.landmarks, peaks.count - known)
      most.candidates = max(most.candidates, candidates)
      most.search.probes = max(most.search.probes, search.work.probes - before.probes)
      most.search.postings = max(most.search.postings, search.work.postings - before.postings)
      most.search.hits = max(most.search.hits, search.work.hits - before.hits)
    }
  }
}
