import Testing

@testable import Recognition

/// Random traces, seeded: whatever is heard, the rows are in order and complete.
@Suite struct ActivityTrackerPropertyTests {
  @Test(arguments: 0..<60)
  func invariants(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let script = Self.script(using: &random, hops: 400)
    let trace = ActivityTrace(script + " |")
    check(trace.events, script)
    checkReducers(trace.events, script)
  }

  @Test(arguments: 100..<140)
  func invariantsWithHostileNumbers(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let ids = Counter()
    var tracker = ActivityTracker { "id-\(ids.next())" }
    var events: [ActivityEvent] = []
    let times: [UInt64] = [
      0, 1, 1_000_000_000, 2_000_000_000, 5_000_000_000, 1 << 40, 1 << 61, 1 << 62, .max - 1, .max,
    ]
    let places: [Int64] = [.min, -1, 0, 1, 1_000_000_000, 1 << 59, 1 << 60, .max]
    let doubles: [Double] = [0, -1, 0.5, 1, 1.02, 10, 1e300, .nan, .infinity, -.infinity, .leastNonzeroMagnitude]
    for _ in 0..<500 {
      let names = ["A", "B", ""]
      let alternatives = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
        MaterialAlternative(
          materialID: Self.pick(names, &random), position: Self.pick(places, &random),
          score: Self.pick([.min, 0, 9, .max], &random)
        )
      }
      let observation = MaterialObservation(
        materialID: Self.pick(names, &random), position: Self.pick(places, &random),
        matchedFrom: Self.pick(times, &random), matchedUntil: random.chance(0.5) ? Self.pick(times, &random) : nil,
        runningTime: Self.pick(times, &random), duration: Self.pick(times, &random),
        score: Self.pick([.min, 0, 9, .max], &random), falseAlarms: Self.pick(doubles, &random),
        rate: Self.pick(doubles, &random), alternatives: alternatives)
      events += tracker.observe(observation) { CampaignPayload(materialID: $0) }
      if random.chance(0.3) { events += tracker.advance(to: Self.pick(times, &random)) }
      if random.chance(0.3) {
        events += tracker.attach(
          MarkerIdentity(id: "m", name: "n"), from: Self.pick(times, &random), to: Self.pick(times, &random))
      }
      if random.chance(0.1) { events += tracker.end() }
    }
    events += tracker.end()
    var open: String?
    for event in events {
      let activity = event.activity
      #expect(activity.position >= 0 && activity.rate.isFinite && (0...1).contains(activity.confidence))
      if let end = activity.end { #expect(activity.start <= end) }
      switch event.kind {
      case .started:
        #expect(open == nil)
        open = activity.id
      case .ended:
        #expect(open == activity.id)
        open = nil
      case .refined: #expect(open == activity.id || activity.end != nil)
      }
    }
    #expect(open == nil)
  }

  @Test func aLongLifeStaysBounded() {
    var random = SeededRandom(seed: 9)
    let ids = Counter()
    var tracker = ActivityTracker { "id-\(ids.next())" }
    for time in 1...1500 {
      var observation = hop(
        Self.pick(["A", "B", "C"], &random), position: Double(time), at: Double(time), falseAlarms: 0.5)
      if random.chance(0.5) { observation.position = Int64.random(in: 0...1 << 50, using: &random) }
      if random.chance(0.05) { observation.falseAlarms = 0 }
      _ = tracker.observe(observation) { _ in nil }
      _ = tracker.attach(
        MarkerIdentity(id: "\(time)", name: "n"), from: nanoseconds(Double(time)), to: nanoseconds(Double(time) + 3))
    }
    #expect(tracker.recent.count <= ActivityTracker.mostRecent)
    #expect(tracker.pending.count <= ActivityTracker.mostPending)
    #expect(tracker.markers.count <= 64)
  }

  // MARK: - What is checked

  private func check(_ events: [ActivityEvent], _ script: String) {
    var current: String?
    var revisions: [String: Int] = [:]
    var last: [String: Activity] = [:]
    var order: [String] = []
    var markers: [String: [String]] = [:]
    for event in events {
      let activity = event.activity
      #expect(activity.revision == (revisions[activity.id] ?? 0) + 1, "revisions grow by one: \(script)")
      revisions[activity.id] = activity.revision
      #expect(activity.position >= 0)
      #expect((activity.marker == nil) == (activity.payload.marker == nil))
      #expect(activity.payload.marker == activity.payload.trait?["marker"]?.stringValue)
      switch event.kind {
      case .started:
        #expect(current == nil, "at most one current: \(script)")
        #expect(activity.revision == 1 && activity.end == nil)
        current = activity.id
        order.append(activity.id)
      case .ended:
        #expect(current == activity.id, "only the current one ends: \(script)")
        #expect(activity.end ?? 0 >= activity.start)
        current = nil
      case .refined:
        #expect(last[activity.id] != nil, "refined before it started: \(script)")
        #expect((activity.end == nil) == (current == activity.id))
      }
      if let marker = activity.marker?.name, markers[activity.id]?.last != marker {
        markers[activity.id, default: []].append(marker)
      }
      last[activity.id] = activity
    }
    #expect(current == nil, "every one ends: \(script)")
    for seen in markers.values { #expect(Set(seen).count == seen.count, "once per identity: \(script)") }

    let shown = order.compactMap { last[$0] }.filter { !$0.isSuperseded }
    for (earlier, later) in zip(shown, shown.dropFirst()) {
      #expect((earlier.end ?? .max) <= later.start, "in order, not overlapping: \(script)")
    }
    for wrong in last.values where wrong.isSuperseded { #expect(wrong.end == wrong.start) }
  }

  /// Timeline and history agree with the tracker, and every line is JSON.
  private func checkReducers(_ events: [ActivityEvent], _ script: String) {
    var timeline = CampaignTimeline()
    var history = ActivityHistory()
    for event in events {
      let activity = event.activity
      let time = event.kind == .ended ? activity.end ?? 0 : activity.start
      timeline.apply(activity.payload, kind: event.kind, at: time, isSuperseded: activity.isSuperseded)
      _ = history.apply(activity)
      let line = ActivityRecord(event, clockStart: .epoch, source: "trace").line
      #expect(throws: Never.self) { try JSONValue(parsing: line) }
    }
    let ids = Set(events.map(\.activity.id))
    #expect(Set(timeline.rows.compactMap(\.activityID)) == ids, "no lost rows: \(script)")
    #expect(timeline.current == nil)
    #expect(Set(history.results.map(\.activity.id)) == ids)
    #expect(timeline.shownRows.count == history.results.filter { !$0.activity.isSuperseded }.count)
  }

  // MARK: - What is heard

  private static func script(using random: inout SeededRandom, hops: Int) -> String {
    let names = ["A", "B", "C", "D"]
    var current = "A"
    var tokens: [String] = []
    for _ in 0..<hops {
      if random.chance(0.08) { current = pick(names, &random) }
      var token = random.chance(0.9) ? current : pick(names, &random)
      if random.chance(0.05) { token += "@\(Int.random(in: 0...60, using: &random))" }
      if random.chance(0.05) { token += "!" }
      if random.chance(0.1) { token += "^\(Int.random(in: 0...hops, using: &random))" }
      if random.chance(0.1) { token += "_\(Int.random(in: 0...hops, using: &random))" }
      if random.chance(0.3) { token += "~" + pick(names, &random) }
      if random.chance(0.05) { token += "~" + current + "@\(Int.random(in: 0...60, using: &random))" }
      if random.chance(0.15) { token = random.chance(0.2) ? "-*8" : "-" }
      tokens.append(token)
      if random.chance(0.1) { tokens.append("+" + pick(["m", "n", "o"], &random)) }
      if random.chance(0.02) { tokens.append("?\(Int.random(in: 1...9, using: &random))") }
      if random.chance(0.01) { tokens.append("|") }
    }
    return tokens.joined(separator: " ")
  }

  private static func pick<Element>(_ elements: [Element], _ random: inout SeededRandom) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}
