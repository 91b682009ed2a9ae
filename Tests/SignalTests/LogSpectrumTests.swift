import Foundation
import Testing

@testable import Signal

struct LogSpectrumTests {
  func levels(_ power: [Float]) -> [Int16] {
    var levels = [Int16](repeating: 0, count: power.count)
    LogSpectrum.quantize(power, into: &levels, count: power.count)
    return levels
  }

  @Test func powersOfTwoAreExact() {
    #expect(levels([1, 2, 4, 8, 1_024, 65_536, 0.5, 0.25]) == [0, 512, 1_024, 1_536, 5_120, 8_192, -512, -1_024])
  }

  @Test func nothingIsTheFloor() {
    #expect(levels([Float](repeating: 0, count: 8)) == [Int16](repeating: -12_288, count: 8))
  }

  @Test func everyLevelIsTheNearest() {
    let power = (0..<4_096).map { Float(exp2(Double($0) / 4_096 * 40 - 10)) }
    for (level, value) in zip(levels(power), power) {
      let exact = 512 * log2(Double(value) + exp2(-24))
      #expect(abs(Double(level) - exact) < 0.52)
    }
  }

  @Test func theLoudestPossibleFits() {
    // A full window of samples at the ceiling of the gate.
    let loudest = Float(512 * Double(SampleGate.ceiling))
    #expect(levels([Float](repeating: loudest * loudest, count: 8)).allSatisfy { $0 == 25_600 })
  }

  @Test func decibels() {
    #expect(LogSpectrum.units(decibels: 0) == 0)
    #expect(LogSpectrum.units(decibels: 3.010_299_96) == 512)
    #expect(LogSpectrum.units(decibels: -1e9) == .min)
  }
}
