import Testing

@testable import Recognition

@Suite struct CampaignTimelineTests {
  /// A payload script, the rows after it, and what each payload did by which rule.
  struct Case: Sendable, CustomTestStringConvertible {
    let trace: String
    let rows: String
    let log: String
    init(_ trace: String, _ rows: String, _ log: String) { (self.trace, self.rows, self.log) = (trace, rows, log) }
    var testDescription: String { trace }
  }

  @Test(arguments: [
    // The two examples of the specification.
    Case("A1 -> A1+m -> A1-miss", "A1+m[1-]", "appended 3, refined 5, refined 5"),
    Case("A1 -> B2 -> A1+m", "A1[1-2] B2[2-]", "appended 3, appended 4, ignored 2"),
    // Rule 3.
    Case("A1", "A1[1-]", "appended 3"),
    Case("A", "A[1-]", "appended 3"),
    Case("A1.", "A1[1-1]", "appended 3"),
    // Rule 4.
    Case("A1 -> B2", "A1[1-2] B2[2-]", "appended 3, appended 4"),
    Case("A1 -> B", "A1[1-2] B[2-]", "appended 3, appended 4"),
    Case("A -> B -> A", "A[1-2] B[2-3] A[3-]", "appended 3, appended 4, appended 4"),
    Case("A1 -> B2.", "A1[1-2] B2[2-2]", "appended 3, appended 4"),
    Case("A1 -> B1", "A1[1-2] B1[2-]", "appended 3, appended 4"),
    // Rule 5.
    Case("A1 -> A1=c", "A1=c[1-]", "appended 3, refined 5"),
    Case("A1 -> 1+m", "A1+m[1-]", "appended 3, refined 5"),
    Case("A1 -> A1.", "A1[1-2]", "appended 3, closed 5"),
    Case("A1 -> 1.", "A1[1-2]", "appended 3, closed 5"),
    Case("A1 -> A1+m.", "A1+m[1-2]", "appended 3, closed 5"),
    Case("A1 -> A1x -> B2", "xA1[1-2] B2[3-]", "appended 3, closed 5, appended 3"),
    Case("A1+m -> A1+n", "A1+n[1-]", "appended 3, refined 5"),
    Case("A1=c -> A1=d", "A1=d[1-]", "appended 3, refined 5"),
    // Rule 6.
    Case("A1 -> A+m", "A1+m[1-]", "appended 3, refined 6"),
    Case("A -> A+m -> A", "A+m[1-]", "appended 3, refined 6, refined 6"),
    Case("A1 -> A.", "A1[1-2]", "appended 3, closed 6"),
    // Rule 7.
    Case("A -> A1+m", "A1+m[1-]", "appended 3, refined 7"),
    Case("A -> 1+m", "A1+m[1-]", "appended 3, refined 7"),
    Case("A -> A1 -> A1.", "A1[1-3]", "appended 3, refined 7, closed 5"),
    // Rule 8.
    Case("A1 -> A2", "A1[1-2] A2[2-]", "appended 3, appended 8"),
    Case("A1+m -> A2", "A1+m[1-2] A2[2-]", "appended 3, appended 8"),
  ])
  func positive(_ test: Case) {
    let trace = TimelineTrace(test.trace)
    #expect(trace.rows == test.rows)
    #expect(trace.log == test.log)
  }

  @Test(arguments: [
    // Rule 1.
    Case("nothing", "", "invalid 1"),
    Case("A1 -> nothing", "A1[1-]", "appended 3, invalid 1"),
    Case("nothing.", "", "invalid 1"),
    // Rule 2.
    Case("A1 -> A1. -> A1+m", "A1[1-2]", "appended 3, closed 5, ignored 2"),
    Case("A1 -> A1. -> A1.", "A1[1-2]", "appended 3, closed 5, ignored 2"),
    Case("A1 -> A1. -> B1", "A1[1-2]", "appended 3, closed 5, ignored 2"),
    Case("A1 -> A1. -> 1+m", "A1[1-2]", "appended 3, closed 5, ignored 2"),
    Case("A1 -> B2 -> A1.", "A1[1-2] B2[2-]", "appended 3, appended 4, ignored 2"),
    Case("A1 -> A2 -> A1+m -> A2+n", "A1[1-2] A2+n[2-]", "appended 3, appended 8, ignored 2, refined 5"),
    Case("A1 -> B2 -> C3 -> A1+m", "A1[1-2] B2[2-3] C3[3-]", "appended 3, appended 4, appended 4, ignored 2"),
    // A reused id belongs to a closed row from then on.
    Case("A1 -> B1 -> B1+m", "A1[1-2] B1[2-]", "appended 3, appended 4, ignored 2"),
    Case("A -> A1 -> A1. -> 1+m", "A1[1-3]", "appended 3, refined 7, closed 5, ignored 2"),
    // Rule 3 without a material.
    Case("1", "", "invalid 3"),
    Case("1+m -> A1", "A1[2-]", "invalid 3, appended 3"),
    Case("A1 -> A1. -> 2", "A1[1-2]", "appended 3, closed 5, invalid 3"),
    // A row that ended without an id is not found again: a material is no identity.
    Case("A -> A. -> A+m", "A[1-2] A+m[3-]", "appended 3, closed 6, appended 3"),
    // Rule 6 looks at the current row only.
    Case("A1 -> B2 -> A+m", "A1[1-2] B2[2-3] A+m[3-]", "appended 3, appended 4, appended 4"),
    // Rule 8 without a material.
    Case("A1 -> 2", "A1[1-]", "appended 3, invalid 8"),
    Case("A1 -> 2+m -> A1", "A1[1-]", "appended 3, invalid 8, refined 5"),
    // Duplicates and poorer payloads never degrade.
    Case("A1+m=c -> A1 -> A1 -> A1", "A1+m=c[1-]", "appended 3, refined 5, refined 5, refined 5"),
    Case("A1+m=c -> A -> 1", "A1+m=c[1-]", "appended 3, refined 6, refined 5"),
    // Sessions.
    Case("A1/s1", "", "ignored"),
    Case("start:s1 -> A1/s1 -> B2/s0", "A1[2-]", "appended 3, ignored"),
    Case("start:s1 -> A1/s1 -> start:s2 -> B2/s1 -> C3/s2", "A1[2-3] C3[5-]", "appended 3, ignored, appended 3"),
    Case("start:s1 -> A1/s1 -> stop -> A1+m/s1 -> B2", "A1[2-3]", "appended 3, ignored, ignored"),
    Case("start:s1 -> A1 -> stop -> start:s2 -> A1+m", "A1[2-3]", "appended 3, ignored 2"),
    Case("stop -> A1", "", "ignored"),
  ])
  func negative(_ test: Case) {
    let trace = TimelineTrace(test.trace)
    #expect(trace.rows == test.rows)
    #expect(trace.log == test.log)
  }

  @Test func theSecondExampleLeavesTheClosedRowAsItWas() {
    let before = TimelineTrace("A1 -> B2").timeline.rows
    #expect(TimelineTrace("A1 -> B2 -> A1+m=c").timeline.rows == before)
  }

  @Test func theFirstObservationStays() {
    let row = TimelineTrace("A1 -> A1+m -> A1").timeline.current
    #expect(row?.start == 1_000_000_000)
    #expect(row?.payload.position == 1000)
  }

  @Test func reasons() {
    #expect(TimelineTrace("nothing").outcomes.last?.reason == .missingIDs)
    #expect(TimelineTrace("A1 A1. A1").outcomes.last?.reason == .closedActivity)
    #expect(TimelineTrace("1").outcomes.last?.reason == .missingMaterial)
    #expect(TimelineTrace("A1 2").outcomes.last?.reason == .missingMaterial)
    #expect(TimelineTrace("A1 B1").outcomes.last?.reason == .reusedActivityID)
    #expect(TimelineTrace("A1 B2").outcomes.last?.reason == nil)
    #expect(TimelineTrace("start:s A1/t").outcomes.last?.reason == .otherSession)
    #expect(TimelineTrace("stop A1").outcomes.last?.reason == .stopped)
  }

  @Test func outcomesCarryTheRows() {
    let outcomes = TimelineTrace("A1 B2 B2 B2+m B2.").outcomes
    #expect(outcomes[1].row?.materialID == "B")
    #expect(outcomes[1].closed?.materialID == "A")
    #expect(outcomes[1].closed?.end == 2_000_000_000)
    #expect(outcomes[2].isChange == false)
    #expect(outcomes[3].isChange)
    #expect(outcomes[4].row?.isCurrent == false)
  }

  @Test func anEndBeforeTheStartIsTheStart() {
    var timeline = CampaignTimeline()
    timeline.apply(CampaignPayload(activityID: "1", materialID: "A"), at: 10)
    timeline.apply(CampaignPayload(activityID: "1", materialID: "A"), kind: .ended, at: 3)
    #expect(timeline.rows.first?.end == 10)
  }

  @Test func supersededRowsAreNotShown() {
    #expect(TimelineTrace("A1 A1x B2").timeline.shownRows.map(\.materialID) == ["B"])
  }

  @Test func aLongLifeStaysBounded() {
    var timeline = CampaignTimeline(capacity: 10)
    for index in 0..<5000 {
      timeline.apply(CampaignPayload(activityID: "\(index)", materialID: "A"), at: UInt64(index))
    }
    #expect(timeline.rows.count <= 16)
    #expect(timeline.rows.last?.activityID == "4999")
    // The latest ids of closed rows are remembered longer than the rows.
    let late = timeline.apply(CampaignPayload(activityID: "1000", materialID: "A"), at: 9000)
    #expect(late.rule == 2)
  }
}
