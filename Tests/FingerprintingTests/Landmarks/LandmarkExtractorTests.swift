import Foundation
import Testing

@testable import Fingerprinting

struct LandmarkExtractorTests {
  static let music = SyntheticMusic(seed: 1, duration: 4).samples()

  func extract(_ samples: [Float], chunk: Int = .max) -> [Landmark] {
    LandmarkExtractor(density: 30).landmarks(of: samples, chunk: chunk)
  }

  /// A tone under a Gaussian envelope, which has one peak.
  func ping(frequency: Double, at time: Double, count: Int) -> [Float] {
    (0..<count).map { n in
      let t = Double(n) / 8_000 - time
      return Float(0.3 * exp(-t * t / (2 * 0.03 * 0.03)) * sin(2 * .pi * frequency * t))
    }
  }

  @Test(arguments: [(440.0, 0.5), (1_003.0, 0.731), (3_333.0, 0.612), (210.0, 0.8)])
  func aPingIsOneLandmarkAtItsPlace(frequency: Double, time: Double) throws {
    let landmarks = extract(ping(frequency: frequency, at: time, count: 12_000))
    let landmark = try #require(landmarks.first)
    #expect(landmarks.count == 1)
    #expect(abs(Double(landmark.tick) / Analysis.ticksPerSecond - time) <= 0.008)
    #expect(abs(Double(landmark.frequency) * 8_000 / 8_192 - frequency) < 2)
  }

  @Test(arguments: [1, 7, 64, 127, 128, 129, 1_000, 8_000])
  func anyChunkingGivesTheSameLandmarks(chunk: Int) {
    let samples = chunk == 1 ? Array(Self.music.prefix(9_000)) : Self.music
    #expect(extract(samples, chunk: chunk) == extract(samples))
  }

  @Test func landmarksAreInOrderAndNotTooMany() {
    let landmarks = extract(Self.music)
    #expect(landmarks.count > 60)
    #expect(landmarks.count < 160)
    #expect(zip(landmarks, landmarks.dropFirst()).allSatisfy { $0.tick <= $1.tick })
    #expect(landmarks.allSatisfy { (0..<Analysis.frequencySteps).contains($0.frequency) })
  }

  @Test func louderIsTheSame() {
    #expect(extract(Self.music.map { $0 * 4 }) == extract(Self.music))
  }

  @Test func aLandmarkComesOutInTime() {
    let extractor = LandmarkExtractor(density: 30)
    var fed = 0
    var count = 0
    Self.music.withUnsafeBufferPointer { samples in
      for sample in 0..<20_000 {
        fed = sample + 1
        extractor.append(UnsafeBufferPointer(rebasing: samples[sample..<fed])) {
          count += 1
          #expect(fed / Analysis.samplesPerTick - $0.tick <= LandmarkExtractor.latency + 2)
        }
      }
    }
    #expect(count > 20)
  }

  @Test func resetForgetsEverything() {
    let extractor = LandmarkExtractor(density: 30)
    let first = extractor.landmarks(of: Self.music)
    Self.music.prefix(9_999).withUnsafeBufferPointer { extractor.append($0) { _ in } }
    extractor.reset()
    #expect(extractor.landmarks(of: Self.music) == first)
  }

  @Test(arguments: [0, 1, 500, 1_023])
  func lessThanAWindowHasNoLandmarks(count: Int) {
    #expect(extract(Array(Self.music.prefix(count))).isEmpty)
  }

  @Test func silenceAndConstantsHaveNoLandmarks() {
    for level: Float in [0, 1, -0.5, 1e-30] {
      #expect(extract([Float](repeating: level, count: 16_000)).isEmpty)
    }
  }

  @Test func ditherOf16BitsHasNoLandmarks() {
    #expect(extract(SyntheticMusic.noise(seed: 3, count: 16_000, level: 1 / 65_536)).isEmpty)
  }

  @Test func aSteadyToneHasHardlyAny() {
    let tone = (0..<40_000).map { Float(0.5 * sin(2 * .pi * 1_000 * Double($0) / 8_000)) }
    #expect(extract(tone).count <= 2)
  }

  @Test func samplesThatAreNotFiniteCountAsSilence() {
    var damaged = Self.music
    var silenced = Self.music
    for (index, value) in [(5_000, Float.nan), (5_001, .infinity), (9_000, -.infinity), (9_500, 1e38)] {
      damaged[index] = value
      silenced[index] = 0
    }
    #expect(extract(damaged) == extract(silenced))
    #expect(extract([Float](repeating: .nan, count: 8_000)).isEmpty)
  }
}
