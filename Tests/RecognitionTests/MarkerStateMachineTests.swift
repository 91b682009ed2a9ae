import Testing

@testable import Recognition

@Suite struct MarkerStateMachineTests {
  @Test(arguments: [
    TraceCase("capturing", "on", "listening"),
    TraceCase("an unknown code", "on 7", "listening detected"),
    TraceCase("its identity", "on 7=m", #"listening detected identified(m) "m" m@"#),
    TraceCase("its identity, late", "on 7 - - =m", #"listening detected identified(m) "m" m@"#),
    TraceCase("no fresh decode", "on 7=m -*6", #"listening detected identified(m) "m" m@ cleared nil"#),
    TraceCase("an unknown one clears too", "on 7 -*6", "listening detected cleared"),
    TraceCase(
      "heard again, the identity is remembered", "on 7=m -*6 7",
      #"listening detected identified(m) "m" m@ cleared nil identified(m) "m" m@"#),
    TraceCase(
      "another code", "on 7=m 8=n",
      #"listening detected identified(m) "m" m@ detected identified(n) "n" n@"#),
    TraceCase(
      "another code without a name clears the name in the end", "on 7=m 8 -*6",
      #"listening detected identified(m) "m" m@ detected cleared nil"#),
    TraceCase("stop", "on 7=m off", #"listening detected identified(m) "m" m@ inactive nil"#),
    TraceCase("and a new start", "on 7=m off on", #"listening detected identified(m) "m" m@ inactive nil listening"#),
    TraceCase("a start without a stop", "on 7=m on", #"listening detected identified(m) "m" m@ listening nil"#),
    TraceCase(
      "once per activity", "on act:1 7=m act:2 7 act: act:3 7",
      #"listening detected identified(m) "m" m@1 m@2 m@3"#),
    TraceCase(
      "the end of an activity reports nothing", "on act:1 7=m act: 7", #"listening detected identified(m) "m" m@1"#),
    TraceCase(
      "reported before the activity opened: that one's", "on 7=m act:1 7 7 act:2",
      #"listening detected identified(m) "m" m@ m@2"#),
    TraceCase(
      "an identity without any decode is evidence itself", "on =m -*6",
      #"listening identified(m) "m" m@ cleared nil"#),
    TraceCase("and renews itself", "on =m -*4 =m -*4 -*2", #"listening identified(m) "m" m@ cleared nil"#),
  ])
  func positive(_ test: TraceCase) {
    #expect(MarkerTrace(test.trace).log == test.rows)
  }

  @Test(arguments: [
    TraceCase("nothing before capturing", "7=m =m -", ""),
    TraceCase("a stop when off", "off off", ""),
    TraceCase("nothing after a stop", "on off 7=m", "listening inactive"),
    TraceCase("a repetition is no change", "on 7=m 7 7 7", #"listening detected identified(m) "m" m@"#),
    TraceCase("a repetition of an unknown code neither", "on 7 7 7", "listening detected"),
    TraceCase("the identity said again", "on 7=m =m =m", #"listening detected identified(m) "m" m@"#),
    TraceCase(
      "the identity said again renews no evidence", "on 7=m =m*6",
      #"listening detected identified(m) "m" m@ cleared nil"#),
    TraceCase("an identity after expiry does not bring it back", "on 7 -*6 =m", "listening detected cleared"),
    TraceCase("but is remembered", "on 7 -*6 =m 7", #"listening detected cleared identified(m) "m" m@"#),
    TraceCase("an identity without a name", "on 7=", "listening detected"),
    TraceCase("expiry once", "on 7 -*30", "listening detected cleared"),
    TraceCase("not before its time", "on 7=m -*5", #"listening detected identified(m) "m" m@"#),
    TraceCase("a fresh decode puts it off", "on 7=m -*5 7 -*5 7", #"listening detected identified(m) "m" m@"#),
    TraceCase(
      "once per activity and identity, whatever happens between", "on act:1 7=m 8=n 7=m -*6 7",
      #"listening detected identified(m) "m" m@1 detected identified(n) "n" n@1 detected identified(m) "m" cleared nil"#
        + #" identified(m) "m""#),
    TraceCase("the same activity again", "on act:1 act:1 7=m act:1", #"listening detected identified(m) "m" m@1"#),
    TraceCase("an activity while nothing is identified", "on 7 act:1 act:2", "listening detected"),
    TraceCase(
      "an activity after clearing", "on 7=m -*6 act:1",
      #"listening detected identified(m) "m" m@ cleared nil"#),
    TraceCase(
      "an identity of an older capture", "on 7=m off on 7",
      #"listening detected identified(m) "m" m@ inactive nil listening detected"#),
    TraceCase("a file does not age by the wall clock", "on 7=m ~*60", #"listening detected identified(m) "m" m@"#),
  ])
  func negative(_ test: TraceCase) {
    #expect(MarkerTrace(test.trace).log == test.rows)
  }

  @Test(arguments: [
    TraceCase("a stalled live source", "on 7=m ~*6", #"listening detected identified(m) "m" m@ cleared nil"#),
    TraceCase("half stalled", "on 7=m -*3 ~*3", #"listening detected identified(m) "m" m@ cleared nil"#),
    TraceCase("not yet", "on 7=m -*3 ~*2", #"listening detected identified(m) "m" m@"#),
    TraceCase(
      "running time counts again when it goes on", "on 7=m ~*5 - 7 -*5",
      #"listening detected identified(m) "m" m@"#),
  ])
  func live(_ test: TraceCase) {
    #expect(MarkerTrace(test.trace, isLive: true).log == test.rows)
  }

  @Test func readingAppliesExpiryAndRenewsNothing() {
    let trace = MarkerTrace("on 7=m")
    var machine = trace.machine
    #expect(machine.read().state == .identified)
    #expect(machine.read() == machine.read())
    _ = machine.advance(to: nanoseconds(6.999))
    #expect(machine.read().expiresAt == nanoseconds(7))
    #expect(machine.read().state == .identified)
    _ = machine.advance(to: nanoseconds(7))
    #expect(machine.read().state == .cleared)
    #expect(machine.read().marker == nil)
    #expect(machine.read().observedAt == nanoseconds(1))
  }

  @Test func readingAppliesExpiryWhileALiveSourceStalls() {
    let clock = TestClock()
    var machine = MarkerStateMachine(isLive: true, monotonic: { clock.now })
    _ = machine.start(at: 0)
    _ = machine.decoded(code: 7, at: 0, validFor: 6_000_000_000)
    clock.advance(by: 6_000_000_000)
    let read = machine.read()
    #expect(read.state == .cleared)
    // The change itself is reported once, with what reading said.
    #expect(machine.poll() == [.changed(read)])
    #expect(machine.read() == read)
  }

  @Test func revisionsGrowWithEveryChangeAndGenerationsWithEveryStart() {
    let snapshots = MarkerTrace("on 7=m 8=n -*6 off on 7").events.compactMap { event -> MarkerSnapshot? in
      guard case .changed(let snapshot) = event else { return nil }
      return snapshot
    }
    #expect(snapshots.map(\.generation) == [1, 1, 1, 1, 1, 1, 1, 2, 2])
    for (earlier, later) in zip(snapshots, snapshots.dropFirst()) {
      #expect(later.isNewer(than: earlier))
      #expect(later.revision > earlier.revision)
    }
  }

  @Test func aMarkerIsThereExactlyWhenIdentified() {
    for event in MarkerTrace("on 7 7=m 8 -*6 8=n off on 7=m on").events {
      guard case .changed(let snapshot) = event else { continue }
      #expect((snapshot.marker != nil) == (snapshot.state == .identified))
    }
  }

  @Test func aMirrorIgnoresWhatIsOlder() {
    var mirror = MarkerMirror()
    let accepted = [(2, 5), (2, 5), (2, 4), (1, 99), (2, 6), (3, 0), (2, 7)].map { generation, revision in
      mirror.accept(MarkerSnapshot(state: .listening, generation: generation, revision: revision))
    }
    #expect(accepted == [true, false, false, false, true, true, false])
    #expect(mirror.snapshot?.generation == 3)
  }

  @Test func theCodeStaysInside() {
    let trace = MarkerTrace("on act:1 16777213 16777213=m -*6 16777213 16777214=n off")
    for event in trace.events {
      #expect(!"\(event)".contains("1677721"))
      guard case .changed(let snapshot) = event else { continue }
      #expect(!MarkerStateRecord(snapshot, clockStart: .epoch).line.contains("1677721"))
    }
    #expect(trace.events.count > 6)
  }

  @Test(arguments: [(UInt64.max, UInt64.max), (0, .max), (.max, 0)])
  func extremeTimesDoNotTrap(time: UInt64, validFor: UInt64) {
    var machine = MarkerStateMachine(isLive: true)
    _ = machine.start(at: time)
    _ = machine.decoded(code: .max, at: time, validFor: validFor)
    _ = machine.identified(MarkerIdentity(id: "i", name: "n"), at: time, validFor: validFor)
    _ = machine.advance(to: .max)
    _ = machine.advance(to: 0)
    _ = machine.poll()
    #expect(machine.read().generation == 1)
  }

  @Test func aThousandActivitiesStayBounded() {
    var machine = MarkerTrace("on 7=m").machine
    var reports = 0
    for index in 0..<1000 { reports += machine.activityChanged(to: "\(index)").count }
    // The first takes over what was reported before any.
    #expect(reports == 999)
  }
}
