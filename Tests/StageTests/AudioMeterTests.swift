import Testing

@testable import TimelineStage

@Suite struct AudioMeterTests {
  private static let milli: UInt64 = 1_000_000

  @Test func countsWhatComesAndWhatIsMissing() {
    var meter = AudioMeter()
    meter.hear(from: 0, duration: 20 * Self.milli)
    meter.hear(from: 20 * Self.milli, duration: 20 * Self.milli)
    meter.hear(from: 60 * Self.milli, duration: 20 * Self.milli)
    #expect(meter.heard == 60 * Self.milli && meter.lost == 20 * Self.milli)
  }

  @Test func whatIsNoLoss() {
    var meter = AudioMeter()
    // It begins anywhere, timestamps are rounded, or missing, or step back.
    meter.hear(from: 900 * Self.milli, duration: 20 * Self.milli)
    meter.hear(from: 930 * Self.milli, duration: 20 * Self.milli)
    meter.hear(from: nil, duration: 20 * Self.milli)
    meter.hear(from: 970 * Self.milli, duration: 20 * Self.milli)
    meter.hear(from: 500 * Self.milli, duration: 20 * Self.milli)
    // A gap, and another stretch.
    meter.skip(from: 520 * Self.milli, duration: 480 * Self.milli)
    meter.hear(from: 1000 * Self.milli, duration: 20 * Self.milli)
    meter.interrupt()
    meter.hear(from: 9000 * Self.milli, duration: 20 * Self.milli)
    #expect(meter.lost == 0 && meter.heard == 140 * Self.milli)
  }

  @Test func oddTimesAreHarmless() {
    var meter = AudioMeter()
    meter.hear(from: .max, duration: .max)
    meter.hear(from: 0, duration: .max)
    meter.hear(from: .max, duration: 1)
    meter.skip(from: .max, duration: .max)
    #expect(meter.heard == .max)
  }
}
