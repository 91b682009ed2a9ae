import Foundation
import Testing

@testable import Recognition

@Suite struct ActivityTrackerEventTests {
  @Test(arguments: [
    TraceCase("an hour of one material", "A*3600 |", "started A, ended A"),
    TraceCase("a boundary: the end goes out first", "A*5 B*5 |", "started A, ended A, started B, ended B"),
    TraceCase("a wrong choice", "A~B*5 B B |", "started A, ended A, started B, ended B"),
    TraceCase("a late answer", "A*3 ?1 A |", "started A, refined A, ended A"),
    TraceCase("the same answer again", "A*3 ?1 ?1 A |", "started A, refined A, ended A"),
    TraceCase("an answer after the end", "A*3 | ?1", "started A, ended A, refined A"),
    TraceCase("an answer about none", "A*3 ?9", "started A"),
    TraceCase("a rate that turns out different", "A A A%1.02*20 |", "started A, refined A, ended A"),
    TraceCase("a rate that wavers", "A%1.001 A%0.999 A%1.001 A%0.999*20 |", "started A, ended A"),
    TraceCase(
      "a marker that a boundary settles is part of the end", "A*5 - - +m(4.5,7) B@1 B@2 B |",
      "started A, ended A, started B, ended B"),
  ])
  func kinds(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).kinds == test.rows)
  }

  @Test func revisionsGrowByOne() {
    let trace = ActivityTrace("A*3 +m ?1 A*3 | ?1 B B +n |")
    #expect(trace.events.filter { $0.activity.materialID == "A" }.map(\.activity.revision) == [1, 2, 3, 4])
    #expect(trace.events.filter { $0.activity.materialID == "B" }.map(\.activity.revision) == [1, 2, 3])
  }

  @Test func thePayloadNamesTheActivity() {
    let payload = ActivityTrace("A@12 A").events.first?.activity.payload
    #expect(payload?.activityID == "id-1")
    #expect(payload?.materialID == "A")
    #expect(payload?.title == "Title of A")
    #expect(payload?.position == 11_000)
    #expect(payload?.score == 20)
  }

  @Test func aMaterialNobodyKnowsHasAPayloadToo() {
    var tracker = ActivityTracker()
    let events = tracker.observe(hop("A", position: 1, at: 1, falseAlarms: 0)) { _ in nil }
    #expect(events.first?.activity.payload.materialID == "A")
  }

  @Test func anAnswerAboutAnotherMaterialIsRefused() {
    var tracker = ActivityTrace("A*3").tracker
    #expect(tracker.refine(activityID: "id-1", payload: CampaignPayload(materialID: "B", title: "B")) == [])
  }

  @Test func theMarkerHeardWinsOverAnAnswer() {
    var tracker = ActivityTrace("A*3 +m").tracker
    var answer = CampaignPayload(materialID: "A")
    answer.attach(MarkerIdentity(id: "other", name: "other", attributes: ["of": "other"]))
    answer.campaign = ["name": "c"]
    let refined = tracker.refine(activityID: "id-1", payload: answer).first?.activity
    #expect(refined?.marker?.name == "m")
    #expect(refined?.payload.marker == "m")
    #expect(refined?.payload.trait?["of"] == "m")
    #expect(refined?.payload.campaign == ["name": "c"])
  }

  @Test func anAnswersMarkerStandsWhenNoneWasHeard() {
    var tracker = ActivityTrace("A*3").tracker
    var answer = CampaignPayload(materialID: "A")
    answer.attach(MarkerIdentity(id: "i", name: "n"))
    #expect(tracker.refine(activityID: "id-1", payload: answer).first?.activity.marker?.name == "n")
  }

  @Test func answersReachTheLatest64() {
    let trace = ActivityTrace((0..<70).map { "M\($0)!@1" }.joined(separator: " ") + " |")
    var tracker = trace.tracker
    let answer = CampaignPayload(materialID: nil, campaign: ["name": "c"])
    #expect(trace.activities.count == 70)
    #expect(tracker.refine(activityID: "id-70", payload: answer).count == 1)
    #expect(tracker.refine(activityID: "id-7", payload: answer).count == 1)
    #expect(tracker.refine(activityID: "id-6", payload: answer) == [])
  }

  @Test func alternativesAreTheOtherReadings() {
    let activity = ActivityTrace("A~B@4 B~A@2~C@9").activities.first
    #expect(activity == nil)
    let kept = ActivityTrace("A~B@4 A~B@5 B@6~A@3~C@9").tracker.current
    #expect(kept?.alternatives.map(\.materialID) == ["B", "C"])
  }

  @Test(arguments: [
    (1.0, UInt64(5), Int64(2)), (1, 15, 12), (1.1, 15, 13), (1, 0, 0), (.nan, 15, 12), (1e300, 15, 12),
  ])
  func thePlaceNow(rate: Double, at time: UInt64, place: Int64) {
    let activity = Activity(id: "i", materialID: "m", start: 5_000_000_000, position: 2_000_000_000, rate: rate)
    #expect(activity.position(at: time * 1_000_000_000) / 1_000_000_000 == place)
    #expect(activity.position(at: .max) >= 0)
  }

  @Test func eventsSurviveAnyCoder() throws {
    for event in ActivityTrace("A~B@4*3 +m A ?1 B! |").events {
      let data = try JSONEncoder().encode(event)
      #expect(try JSONDecoder().decode(ActivityEvent.self, from: data) == event)
    }
  }

  @Test func longStretchesStretchTheHold() {
    var tracker = ActivityTracker()
    var events: [ActivityEvent] = []
    for time in stride(from: 10.0, through: 40, by: 10) {
      var observation = hop("A", position: time, at: time, falseAlarms: 0.5)
      observation.duration = 10_000_000_000
      events += tracker.observe(observation) { _ in nil }
      events += tracker.advance(to: nanoseconds(time + 9))
    }
    #expect(events.map(\.kind) == [.started])
    #expect(tracker.advance(to: nanoseconds(56)).map(\.kind) == [.ended])
  }
}

/// A hop with times and places in seconds.
func hop(_ material: String, position: Double, at time: Double, falseAlarms: Double) -> MaterialObservation {
  MaterialObservation(
    materialID: material, position: Int64(position * 1e9), matchedFrom: nanoseconds(time - 1),
    runningTime: nanoseconds(time), duration: 1_000_000_000, score: 20, falseAlarms: falseAlarms)
}
