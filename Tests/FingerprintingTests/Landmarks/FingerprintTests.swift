import Testing

@testable import Fingerprinting

struct FingerprintTests {
  static func packed(_ landmarks: [Landmark]) -> [UInt8] {
    var packer = PeakPacker()
    for landmark in landmarks { packer.add(landmark) }
    return packer.bytes
  }

  static func unpacked(_ bytes: [UInt8]) -> [Landmark]? {
    bytes.withUnsafeBytes { bytes in
      guard let list = PeakList(bytes) else { return nil }
      var cursor = list.start
      var landmarks: [Landmark] = []
      while let landmark = list.next(&cursor) { landmarks.append(landmark) }
      return landmarks
    }
  }

  @Test func theLayoutIsAsDocumented() {
    // 2 ticks to 0x123; a pause of 20 ticks, then 0 to 0xFFF.
    let bytes = Self.packed([Landmark(tick: 2, frequency: 0x123), Landmark(tick: 22, frequency: 0xFFF)])
    #expect(bytes == [3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x23, 0x21, 0x14, 0xF0, 0xFF, 0x0F])
  }

  @Test func packingLosesNothing() {
    var random = SplitMix(seed: 4)
    var tick = 0
    let landmarks = (0..<3_000).map { index in
      tick += index % 500 == 0 ? 10_000 : Int.random(in: 0...20, using: &random)
      return Landmark(tick: tick, frequency: Int.random(in: 0..<4_096, using: &random))
    }
    #expect(Self.unpacked(Self.packed(landmarks)) == landmarks)
  }

  @Test func readingStartsAnywhere() throws {
    let landmarks = (0..<2_000).map { Landmark(tick: 3 * $0 + ($0 > 900 ? 9_000 : 0), frequency: $0) }
    let bytes = Self.packed(landmarks)
    try bytes.withUnsafeBytes { bytes in
      let list = try #require(PeakList(bytes))
      for tick in [0, 1, 2_699, 2_700, 5_000, 11_706, 14_997, 14_998, 1_000_000] {
        var cursor = list.cursor(at: tick)
        var next = list.next(&cursor)
        var skipped = 0
        while let landmark = next, landmark.tick < tick {
          next = list.next(&cursor)
          skipped += 1
        }
        #expect(next == landmarks.first { $0.tick >= tick })
        #expect(skipped <= PeakList.wordsPerBlock)
      }
    }
  }

  @Test func bytesMakeTheSameFingerprint() throws {
    let fingerprint = Fingerprint(of: SyntheticMusic(seed: 2, duration: 3).samples())
    #expect(fingerprint.duration == 3)
    #expect(fingerprint.peakCount > 40)
    let again = try Fingerprint(duration: fingerprint.duration, peaks: fingerprint.peaks)
    #expect(again == fingerprint)
    #expect(again.peakCount == fingerprint.peakCount)
  }

  @Test func aFingerprinterStartsAfresh() {
    let samples = SyntheticMusic(seed: 2, duration: 2).samples()
    let fingerprinter = Fingerprinter()
    let made = (0..<2).map { _ in
      samples.withUnsafeBufferPointer { fingerprinter.append($0) }
      return fingerprinter.finish()
    }
    #expect(made[0] == made[1])
    #expect(fingerprinter.finish() == Fingerprint(of: []))
  }

  @Test func noAudioIsAnEmptyFingerprint() throws {
    let empty = Fingerprint(of: [])
    #expect(empty.duration == 0)
    #expect(empty.peakCount == 0)
    #expect(try Fingerprint(duration: 0, peaks: empty.peaks) == empty)
  }

  static let good = packed([Landmark(tick: 2, frequency: 9), Landmark(tick: 30, frequency: 8)])

  @Test(arguments: [
    [], [0], [UInt8](repeating: 0, count: 7), [UInt8](repeating: 255, count: 8), [UInt8](repeating: 255, count: 4_096),
    Array(good.dropLast()), good + [0], good + [0, 0],
  ])
  func wrongSizesAreRefused(bytes: [UInt8]) {
    #expect(throws: FingerprintError.self) { try Fingerprint(duration: 10, peaks: bytes) }
  }

  @Test(arguments: [(0, 2), (4, 1), (4, 3), (8, 1)])
  func contradictionsAreRefused(offset: Int, value: UInt8) {
    var bytes = Self.good
    #expect(bytes[offset] != value)
    bytes[offset] = value
    #expect(throws: FingerprintError.self) { try Fingerprint(duration: 10, peaks: bytes) }
  }

  @Test func landmarksBeyondTheDurationAreRefused() {
    #expect(throws: Never.self) { try Fingerprint(duration: 0.24, peaks: Self.good) }
    #expect(throws: FingerprintError.self) { try Fingerprint(duration: 0.2, peaks: Self.good) }
  }

  @Test(arguments: [-1, Double.nan, .infinity, 1e9])
  func impossibleDurationsAreRefused(duration: Double) {
    #expect(throws: FingerprintError.self) {
      try Fingerprint(duration: duration, peaks: Self.good)
    }
  }

  @Test func noBytesHarm() {
    var random = SplitMix(seed: 11)
    for _ in 0..<2_000 {
      var bytes = Self.good
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? Fingerprint(duration: 10, peaks: bytes)
    }
  }
}
