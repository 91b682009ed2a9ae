import Foundation
import Testing

@testable import Signal

struct StockhamTransformTests {
  /// The definition, in double precision.
  static func naive(_ x: [Float]) -> [(re: Double, im: Double)] {
    (0...(x.count / 2)).map { k in
      var re = 0.0
      var im = 0.0
      for n in x.indices {
        let angle = -2 * Double.pi * Double(k * n % x.count) / Double(x.count)
        re += Double(x[n]) * cos(angle)
        im += Double(x[n]) * sin(angle)
      }
      return (re, im)
    }
  }

  static func noise(_ count: Int) -> [Float] {
    var state: UInt64 = 7
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }
  }

  func spectrum(_ x: [Float]) -> (re: [Float], im: [Float], power: [Float]) {
    let transform = StockhamTransform(size: x.count)
    var re = [Float](repeating: 0, count: x.count / 2 + 1)
    var im = re
    var power = re
    transform.transform(x, real: &re, imaginary: &im)
    transform.powerSpectrum(of: x, into: &power)
    return (re, im, power)
  }

  @Test(arguments: [64, 128, 256, 512, 1_024, 2_048])
  func agreesWithTheDefinition(size: Int) {
    let x = Self.noise(size)
    let (re, im, power) = spectrum(x)
    for (k, expected) in Self.naive(x).enumerated() {
      let tolerance = 2e-6 * Double(size).squareRoot() * 4
      #expect(abs(Double(re[k]) - expected.re) < tolerance)
      #expect(abs(Double(im[k]) - expected.im) < tolerance)
      let magnitude = expected.re * expected.re + expected.im * expected.im
      #expect(abs(Double(power[k]) - magnitude) < 1e-4 * magnitude + 1e-3)
    }
  }

  @Test func anImpulseIsFlat() {
    var x = [Float](repeating: 0, count: 64)
    x[0] = 1
    let (re, im, power) = spectrum(x)
    #expect(re.allSatisfy { abs($0 - 1) < 1e-6 })
    #expect(im.allSatisfy { abs($0) < 1e-6 })
    #expect(power.allSatisfy { abs($0 - 1) < 1e-6 })
  }

  @Test func aConstantIsInTheFirstBin() {
    let (_, _, power) = spectrum([Float](repeating: 1, count: 128))
    #expect(power[0] == 128 * 128)
    #expect(power.dropFirst().allSatisfy { $0 < 1e-6 })
  }

  @Test func anAlternationIsInTheLastBin() {
    let (_, _, power) = spectrum((0..<128).map { $0 % 2 == 0 ? 1 : -1 })
    #expect(power[64] == 128 * 128)
    #expect(power.dropLast().allSatisfy { $0 < 1e-6 })
  }

  @Test func theSameInputTwiceGivesTheSameBits() {
    let transform = StockhamTransform(size: 1_024)
    let x = Self.noise(1_024)
    var first = [Float](repeating: 0, count: 513)
    var second = first
    transform.powerSpectrum(of: x, into: &first)
    transform.powerSpectrum(of: Array(Self.noise(2_048).suffix(1_024)), into: &second)
    transform.powerSpectrum(of: x, into: &second)
    #expect(first == second)
  }
}
