import Testing

@testable import EarmarkCommand

@Suite struct ProgressMeterTests {
  private let start = ContinuousClock.now

  @Test func finishedAndRunningItemsCount() {
    let meter = ProgressMeter(items: 4, start: start)
    meter.finish(item: 0, seconds: 1800)
    meter.follow(item: 1) { (1800, 3600) }
    let line = meter.line(now: start + .seconds(10))
    #expect(line == "[#########...............] 37 %  1/4  1.00 hours, 0.100 hours/s  ETA 0:00:16")
  }

  @Test func nothingIsKnownAtTheStart() {
    let meter = ProgressMeter(items: 2, start: start)
    meter.follow(item: 0) { (12, nil) }
    #expect(meter.line(now: start).hasSuffix("0/2  0.00 hours, 0.000 hours/s  ETA -"))
  }

  @Test func noItemsAndTooLongItemsDoNoHarm() {
    #expect(ProgressMeter(items: 0, start: start).line(now: start + .seconds(1)).hasPrefix("[....."))
    let meter = ProgressMeter(items: 1, start: start)
    meter.follow(item: 0) { (20, 10) }
    #expect(meter.line(now: start + .seconds(1)).contains("100 %"))
    meter.finish(item: 0, seconds: 20)
    #expect(meter.line(now: start + .seconds(1)).contains("1/1"))
  }
}
