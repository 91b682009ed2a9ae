import Testing

@testable import Fingerprinting

@Suite struct SalienceTests {
  /// The classes of every frame of some audio.
  private static func rows(_ audio: [Float]) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    let extractor = LandmarkExtractor(density: 50) { row in
      rows.append(Array(UnsafeBufferPointer(start: row, count: Analysis.bins)))
    }
    audio.withUnsafeBufferPointer { extractor.append($0) { _ in } }
    extractor.finish { _ in }
    return rows
  }

  @Test func nothingStandsOutInSilence() {
    let rows = Self.rows(Listening.silence(2))
    #expect(rows.count == 118)
    #expect(rows.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func landmarksStandOutMost() {
    let audio = Listening.samples[0]
    let rows = Self.rows(audio)
    var landmarks: [Landmark] = []
    let extractor = LandmarkExtractor(density: 30)
    audio.withUnsafeBufferPointer { extractor.append($0) { landmarks.append($0) } }
    extractor.finish { landmarks.append($0) }
    #expect(landmarks.count > 100)
    let classes = landmarks.map { landmark in
      let frame = min(max(SalienceMap.frame(at: landmark.tick), 0), rows.count - 1)
      return rows[frame][(landmark.frequency + Analysis.stepsPerBin / 2) / Analysis.stepsPerBin]
    }
    #expect(classes.filter { $0 >= 13 }.count > classes.count * 9 / 10)
  }

  @Test func mostOfNoiseDoesNotStandOut() {
    let rows = Self.rows(SyntheticMusic.noise(seed: 3, count: 16_000, level: 0.3))
    let classes = rows.flatMap { $0[PeakPicker.lowestBin..<PeakPicker.highestBin] }
    #expect(classes.count { $0 >= 14 } < classes.count / 50)
    #expect(classes.contains { $0 >= 13 })
  }

  @Test func everyFrameHasOneRow() {
    for count in [0, 1_023, 1_024, 1_151, 1_152, 9_000] {
      #expect(
        Self.rows([Float](repeating: 0.1, count: count)).count
          == max(0, (count - 1_024) / 128 + (count < 1_024 ? 0 : 1)))
    }
  }
}
