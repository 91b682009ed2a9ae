import Testing

@testable import Signal

struct SampleGateTests {
  func gated(_ samples: [Float]) -> [Float] {
    var copy = [Float](repeating: 99, count: samples.count)
    SampleGate.copy(samples, count: samples.count, to: &copy)
    return copy
  }

  static let unsafe: [Float] = [
    .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -1e30, 65_537, .leastNonzeroMagnitude,
    -.leastNormalMagnitude, 9e-11,
  ]

  @Test(arguments: unsafe.indices)
  func unsafeSamplesBecomeSilence(index: Int) {
    // In a vector and in the rest after the vectors.
    for place in [0, 5, 8, 10] {
      var samples = [Float](repeating: 0.5, count: 11)
      samples[place] = Self.unsafe[index]
      var expected = [Float](repeating: 0.5, count: 11)
      expected[place] = 0
      #expect(gated(samples) == expected)
    }
  }

  @Test func audioPassesUnchanged() {
    let samples: [Float] = [0, 1, -1, 0.25, 1e-9, -1e-9, 65_536, -65_536, 3]
    #expect(gated(samples) == samples)
  }

  @Test(arguments: 0..<20)
  func anyCount(count: Int) {
    #expect(gated([Float](repeating: -0.5, count: count)) == [Float](repeating: -0.5, count: count))
  }
}
