import Testing

@testable import Recognition

@Suite struct ActivityTrackerMarkerTests {
  @Test(arguments: [
    TraceCase("a marker refines", "A*3 +m A |", "A[0-4]+m"),
    TraceCase("a marker before its activity opened", "A +m A |", "A[0-2]+m"),
    TraceCase("a marker before the first hop, inside the evidence", "-*3 +m(0,3) A@4^0 A |", "A[0-5]+m"),
    TraceCase("the larger overlap wins", "A*5 B*5 +m(3,8) |", "A[0-5] B[5-10]+m"),
    TraceCase("the larger overlap wins, the older one", "A*5 B*5 +m(1,6) |", "A[0-5]+m B[5-10]"),
    TraceCase("of equal overlaps the later", "A*5 B*5 +m(3,7) |", "A[0-5] B[5-10]+m"),
    TraceCase("a marker of an ended activity refines that one", "A*5 B*5 +m(1,4) B |", "A[0-5]+m B[5-11]"),
    TraceCase("a marker of an activity ended by silence", "A*5 -*8 +m(1,4)", "A[0-5]+m"),
    TraceCase(
      "a stretch mostly beyond what was heard waits for the next", "A*5 - - +m(4.5,7) B@3^5 B |",
      "A[0-5] B[5-9]+m"),
    TraceCase("it is the old one's when that is heard again", "A*5 - - +m(4.5,7) A A |", "A[0-9]+m"),
    TraceCase("it is the old one's when nothing else opens", "A*5 - - +m(4.5,7) -*7", "A[0-5]+m"),
    TraceCase("it is the old one's when the stream ends", "A*5 - - +m(4.5,7) |", "A[0-5]+m"),
    TraceCase("one that overlaps none goes to the nearest", "A*5 - - +m(6,7) -*7", "A[0-5]+m"),
    TraceCase("a nearest one that opens later", "-*4 +m(2,3) B B -*5 |", "B[4-6]+m"),
    TraceCase("two markers, the later stands", "A*3 +m A*3 +n A |", "A[0-7]+n"),
    TraceCase("one marker on two activities", "A*5 +m(1,5) B*5 +m(6,10) |", "A[0-5]+m B[5-10]+m"),
    TraceCase("a moment inside", "A*3 +m(2,2) |", "A[0-3]+m"),
    TraceCase("a reversed stretch", "A*3 +m(3,1) |", "A[0-3]+m"),
    TraceCase(
      "the same marker again after an hour", "A*5 +m(1,5) | t=3600 - +m(3600,3601) B@3^3601 B -*9",
      "A[0-5]+m B[3601-3603]@2+m"),
  ])
  func positive(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).rows == test.rows)
  }

  @Test(arguments: [
    TraceCase("more than 2 s from everything", "A*5 -*4 +m(7.5,9) -*9 |", "A[0-5]"),
    TraceCase("long before anything", "-*20 +m(1,2) A A |", "A[20-22]"),
    TraceCase("a marker alone", "+m - +m -*9 |", ""),
    TraceCase(
      "the nearest, but its run of repetitions was another's",
      "A*5 +m(1,5) B*5 - - +m(11,12) -*7", "A[0-5]+m B[5-10]"),
    TraceCase("what overlaps a superseded one only", "A~B*4 B B | +m(90,91) |", "xA[0-0] B[0-6]"),
    TraceCase("of an older clock", "A*5 | t=0 B B +m(3,5) |", "A[0-5] B[0-2]+m"),
    TraceCase("a waiting marker does not survive a flush", "-*3 +m | A A |", "A[3-5]"),
    TraceCase("the first marker does not come back", "A*3 +m A*3 +n A +m A |", "A[0-8]+n"),
  ])
  func negative(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).rows == test.rows)
  }

  @Test func refinesOncePerIdentity() {
    let trace = ActivityTrace("A*3 +m A +m A +m +n +n |")
    #expect(trace.kinds == "started A, refined A, refined A, ended A")
  }

  @Test func aMarkerThatWaitedIsPartOfTheStart() {
    let trace = ActivityTrace("A +m A")
    #expect(trace.kinds == "started A")
    #expect(trace.events.first?.activity.payload.trait == ["marker": "m", "of": "m"])
  }

  @Test(arguments: [("", "name"), ("id", ""), ("", "")])
  func unresolvedIdentitiesAreIgnored(id: String, name: String) {
    var tracker = ActivityTrace("A*3").tracker
    #expect(tracker.attach(MarkerIdentity(id: id, name: name), from: 0, to: 1_000_000_000) == [])
    #expect(tracker.current?.marker == nil)
  }

  @Test(arguments: [(UInt64.max, UInt64.max), (1 << 62 + 1, .max)])
  func stretchesWithoutTimesAreIgnored(from: UInt64, to: UInt64) {
    var tracker = ActivityTrace("A*3").tracker
    #expect(tracker.attach(MarkerIdentity(id: "i", name: "n"), from: from, to: to) == [])
    #expect(tracker.end().last?.activity.marker == nil)
  }

  @Test func manyIdentitiesStayBounded() {
    var trace = ActivityTrace("A*3").tracker
    var refinements = 0
    for index in 0..<10_000 {
      refinements += trace.attach(MarkerIdentity(id: "\(index)", name: "n"), from: 0, to: 3_000_000_000).count
    }
    #expect(refinements == 32)
  }
}
