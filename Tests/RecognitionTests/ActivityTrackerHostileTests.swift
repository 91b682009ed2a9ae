import Testing

@testable import Recognition

@Suite struct ActivityTrackerHostileTests {
  private func tracker() -> ActivityTracker {
    let ids = Counter()
    return ActivityTracker { "id-\(ids.next())" }
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func extremePositions(position: Int64) {
    var tracker = tracker()
    for time in 1...5 {
      var observation = hop("A", position: 0, at: Double(time), falseAlarms: 0)
      observation.position = position
      observation.alternatives = [MaterialAlternative(materialID: "A", position: position, score: .min)]
      for event in tracker.observe(observation, payload: { _ in nil }) {
        #expect(event.activity.position >= 0)
        #expect(event.activity.start <= event.activity.end ?? .max)
      }
    }
    #expect(tracker.end().last?.kind == .ended)
  }

  @Test(arguments: [UInt64(0), 1, 1 << 62, 1 << 62 + 1, .max - 1, .max])
  func extremeTimes(time: UInt64) {
    var tracker = tracker()
    var observation = hop("A", position: 1, at: 1, falseAlarms: 0)
    for (from, until, duration) in [(UInt64.max, UInt64?.none, UInt64.max), (0, .max, 0), (.max, 0, 7), (5, 3, 1)] {
      observation.runningTime = time
      observation.matchedFrom = from
      observation.matchedUntil = until
      observation.duration = duration
      for event in tracker.observe(observation, payload: { _ in nil }) {
        #expect(event.activity.start <= 1 << 62)
      }
      _ = tracker.advance(to: time)
      _ = tracker.attach(MarkerIdentity(id: "i", name: "n"), from: time, to: from)
    }
    _ = tracker.end()
    #expect(tracker.current == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func falseAlarmsThatAreNoNumber(falseAlarms: Double) {
    var tracker = tracker()
    for time in 1...3 {
      let events = tracker.observe(hop("A", position: Double(time), at: Double(time), falseAlarms: falseAlarms)) { _ in
        nil
      }
      #expect(events == [])
    }
    #expect(tracker.current == nil)
  }

  @Test(arguments: [Double.nan, .infinity, 0, -1, 1e300, 1e-300])
  func ratesThatAreNone(rate: Double) {
    var tracker = tracker()
    for time in 1...10 {
      var observation = hop("A", position: Double(time), at: Double(time), falseAlarms: 0)
      observation.rate = rate
      _ = tracker.observe(observation) { _ in nil }
    }
    #expect(tracker.current?.rate == 1)
  }

  @Test func negativeFalseAlarmsAndScoresCountAsNone() {
    var tracker = tracker()
    var observation = hop("A", position: 1, at: 1, falseAlarms: -5)
    observation.score = .min
    let activity = tracker.observe(observation) { _ in nil }.first?.activity
    #expect(activity?.confidence == 1)
    #expect(activity?.score == 0)
  }

  @Test func anEmptyMaterialIsIgnored() {
    var tracker = tracker()
    #expect(tracker.observe(hop("", position: 1, at: 1, falseAlarms: 0)) { _ in nil } == [])
    var observation = hop("A", position: 1, at: 2, falseAlarms: 0)
    observation.alternatives = [MaterialAlternative(materialID: "", position: 1, score: 1)]
    #expect(tracker.observe(observation) { _ in nil }.first?.activity.alternatives == [])
  }

  @Test func atMostSixteenAlternatives() {
    var tracker = tracker()
    var observation = hop("A", position: 1, at: 1, falseAlarms: 0)
    observation.alternatives = (0..<100_000).map { MaterialAlternative(materialID: "\($0)", position: 1, score: 1) }
    #expect(tracker.observe(observation) { _ in nil }.first?.activity.alternatives.count == 16)
  }

  @Test(arguments: [
    ActivityTracker.Configuration(hold: 0, restartTolerance: 0, maxFalseAlarms: .nan),
    ActivityTracker.Configuration(hold: .max, restartTolerance: .max, maxFalseAlarms: .infinity),
    ActivityTracker.Configuration(hold: 1, restartTolerance: 1, maxFalseAlarms: -1),
  ])
  func extremeConfigurations(configuration: ActivityTracker.Configuration) {
    let trace = ActivityTrace("A A +m A B B +m(2,9) -*9 A@40 A! | t=0 C C", configuration: configuration)
    #expect(trace.activities.allSatisfy { $0.end ?? .max >= $0.start })
  }

  @Test func advancingToNoTimeEndsNothing() {
    var tracker = ActivityTrace("A*3").tracker
    #expect(tracker.advance(to: .max) == [])
    #expect(tracker.current != nil)
  }
}
