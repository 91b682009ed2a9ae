import Testing

@testable import Fingerprinting

/// An index of several parts answers as one, and as if removed materials had never been.
struct SegmentedIndexTests {
  private let samples: [IndexSamples]

  init() throws {
    samples = try [[0, 1], [2], [], [3]].map { numbers in
      try IndexSamples(numbers.map { Listening.fingerprints[$0] })
    }
  }

  private func open(_ numbers: [[Int?]]) throws -> LandmarkIndex {
    let parts = zip(samples, numbers).map { sample, numbers in
      IndexPart(
        parameters: sample.hold(sample.parameters), directory: sample.hold(sample.directory),
        postings: sample.hold(sample.postings), materials: sample.materials(), numbers: numbers)
    }
    return try LandmarkIndex(parts, owner: samples as AnyObject)
  }

  /// Every posting that is not removed, as (material, tick of the anchor in frames, cell of the hash).
  static func postings(_ index: LandmarkIndex) -> [[Int: [UInt32: Int]]] {
    var found = [[Int: [UInt32: Int]]](repeating: [:], count: index.materialCount)
    for segment in index.segments {
      let geometry = segment.geometry
      for bucket in 0..<(1 << geometry.directoryBits) {
        let begin = Int(segment.directory.littleEndianWord(at: 4 * bucket))
        let end = Int(segment.directory.littleEndianWord(at: 4 * bucket + 4))
        for place in begin..<end {
          let posting = segment.postings.littleEndianWord(at: 4 * place)
          let frame = posting & (1 << UInt32(geometry.timeBits) - 1)
          if let removed = segment.removed, RemovedFrames.contains(frame, removed) { continue }
          let key = UInt32(bucket) << UInt32(geometry.remainderBits) | posting >> UInt32(geometry.timeBits)
          let cell = key >> UInt32(geometry.keyBits - PairHash.cellBits)
          let global = Int(frame) + Int(segment.origin)
          guard let material = index.material(atFrame: global) else { return [] }
          found[material][global - index.starts[material], default: [:]][cell, default: 0] += 1
        }
      }
    }
    return found
  }

  @Test func materialsAreNumberedAsTold() throws {
    let index = try open([[2, 0], [3], [], [1]])
    let whole = try IndexSamples([1, 3, 0, 2].map { Listening.fingerprints[$0] }).open()
    #expect(index.materialCount == 4)
    #expect(index.postingCount == whole.postingCount)
    #expect(Self.postings(index) == Self.postings(whole))
    for material in 0..<4 { #expect(index.material(atFrame: index.starts[material]) == material) }
  }

  @Test func removedMaterialsHaveNoFrames() throws {
    let index = try open([[nil, 0], [nil], [], [1]])
    let whole = try IndexSamples([1, 3].map { Listening.fingerprints[$0] }).open()
    #expect(index.durations == whole.durations)
    #expect(Self.postings(index) == Self.postings(whole))
    // Where the removed ones were there is nothing, also not what is nearest.
    #expect(index.material(atFrame: 600) == nil)
    #expect(index.material(atFrame: index.starts[1] - 600) == nil)
  }

  @Test func whatIsRemovedIsNeitherNominatedNorHeard() throws {
    let ids = ["second", "fourth"]
    let index = try open([[nil, 0], [nil], [], [1]])
    for (number, heard) in [nil, "second", nil, "fourth"].enumerated() {
      let matches = StreamMatcher(index: index, materialIDs: ids).matches(Listening.samples[number])
      #expect(matches.last?.materialID == heard)
      #expect(matches.allSatisfy { $0.alternatives.isEmpty })
    }
    // Nothing of it reaches the search.
    let peaks = StreamPeaks()
    let extractor = LandmarkExtractor(density: Analysis.streamDensity)
    Listening.samples[2].withUnsafeBufferPointer { extractor.append($0) { peaks.append($0) } }
    let whole = try IndexSamples([1, 3].map { Listening.fingerprints[$0] }).open()
    for hypothesis in SpeedHypothesis.covering(0.04).indices {
      let hits = [index, whole].map { index in
        let search = CandidateSearch(index: index, hypotheses: SpeedHypothesis.covering(0.04), from: 0)
        search.lookUp(peaks, 0..<peaks.count, hypothesis)
        return search.hitCount
      }
      #expect(hits[0] == hits[1])
    }
  }

  @Test func segmentsAnswerAsOne() throws {
    let index = try open([[0, 1], [2], [], [3]])
    for number in 0..<4 {
      let apart = try Listening.matches(Listening.samples[number], index: index)
      let whole = try Listening.matches(Listening.samples[number])
      #expect(apart.map(\.materialID) == whole.map(\.materialID))
      #expect(apart.last?.materialID == Listening.ids[number])
      #expect(apart.last?.score == whole.last?.score)
    }
  }

  @Test func numbersThatDoNotGoOnAreRefused() throws {
    for numbers in [[[0, 1], [2], [], [4]], [[0, 1], [1], [], [2]], [[0, 1], [2], [], [-1]]] as [[[Int?]]] {
      #expect(throws: FingerprintError.self) { try open(numbers) }
    }
  }

  @Test func anIndexOfNoParts() throws {
    let index = try LandmarkIndex([], owner: nil)
    #expect(index.materialCount == 0 && index.material(atFrame: 0) == nil)
    #expect(try open([[nil, nil], [nil], [], [nil]]).materialCount == 0)
  }
}
