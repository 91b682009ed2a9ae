import Testing

@testable import Fingerprinting

struct PairHashTests {
  @Test func levelsAreLogarithmic() {
    #expect(PairHash.levels[0] == 0)
    // Bin 64 is one doubling of 64, bin 192 two.
    #expect(PairHash.levels[64 * 8] == 64 * 16)
    #expect(PairHash.levels[192 * 8] == 128 * 16)
    #expect(zip(PairHash.levels, PairHash.levels.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(PairHash.levels[4_095] < 256 * 16)
  }

  @Test func theKeyIsTheCellAndTheFractions() {
    // Level 5 + 3/4, difference −2 + 1/4, 10 frames.
    let key = PairHash.key(level: 5 * 16 + 12, difference: -2 * 16 + 4, frames: 10)
    #expect(key >> 4 == PairHash.cell(level: 5, difference: -2, frames: 10))
    #expect(key & 15 == 3 << 2 | 1)
    #expect(key >> 4 == UInt32(5 << 13 | 62 << 6 | 10))
  }

  @Test func keysFitTheirBits() {
    let largest = PairHash.key(level: 255 * 16 + 15, difference: 60 * 16 + 15, frames: PairHash.farthest)
    #expect(largest < 1 << PairHash.bits)
  }

  @Test func pairsAreTheNearestOfTheZone() throws {
    let landmarks = [(0, 800), (4, 800), (6, 810), (8, 4_000), (10, 790), (127, 800), (300, 800)]
    let bytes = FingerprintTests.packed(landmarks.map { Landmark(tick: $0.0, frequency: $0.1) })
    var pairs: [Int] = []
    try bytes.withUnsafeBytes { bytes in
      var maker = PairMaker()
      maker.pairs(of: try #require(PeakList(bytes)), fan: 2) { key, tick in
        if tick == 0 { pairs.append(Int(key >> 4 & 63)) }
      }
    }
    // The one 2 frames away is too near, the one at 8 ticks too far up.
    #expect(pairs == [3, 5])
  }
}
