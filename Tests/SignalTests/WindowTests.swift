import Testing

@testable import Signal

struct WindowTests {
  @Test func hannOfFour() {
    let window = Window.hann(4)
    for (value, expected) in zip(window, [0.146_446_6, 0.853_553_4, 0.853_553_4, 0.146_446_6] as [Float]) {
      #expect(abs(value - expected) < 1e-6)
    }
  }

  @Test func hannIsSymmetricPositiveAndAddsUpToHalf() {
    let window = Window.hann(1_024)
    #expect(zip(window, window.reversed()).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(window.allSatisfy { $0 > 0 && $0 <= 1 })
    #expect(abs(window.reduce(0, +) - 512) < 1e-2)
  }

  @Test func hannOfNothingIsEmpty() {
    #expect(Window.hann(0).isEmpty)
  }
}
