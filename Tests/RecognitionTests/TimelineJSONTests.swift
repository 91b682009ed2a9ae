import Foundation
import Testing

@testable import Recognition

@Suite struct TimelineJSONTests {
  private let clockStart = Timestamp(millisecondsSinceEpoch: 1_772_357_400_000)

  private func activity() -> Activity {
    var activity = Activity(
      id: "0195-a", revision: 3, materialID: "spot-1", start: 1_250_400_000, end: 31_000_000_000, position: 500_000_000,
      rate: 1.0100000000000002, confidence: 0.99996, score: 120,
      alternatives: [MaterialAlternative(materialID: "spot-2", position: 2_000_000_000, score: 80)],
      payload: CampaignPayload(
        activityID: "0195-a", materialID: "spot-1", title: "Spring",
        campaign: ["_id": "c1", "properties": ["b": 2, "a": 1]]))
    activity.marker = MarkerIdentity(id: "7", name: "Gate 4", attributes: ["zone": "B", "floor": 2])
    return activity
  }

  @Test func activityLine() {
    let record = ActivityRecord(
      ActivityEvent(kind: .ended, activity: activity()), clockStart: clockStart, source: "show.opus")
    #expect(
      record.line == #"{"v":1,"type":"activity","event":"ended","revision":3,"activity_id":"0195-a","#
        + #""material_id":"spot-1","title":"Spring","start":1.25,"end":31,"position":0.5,"rate":1.01,"confidence":1,"#
        + #""score":120,"marker":{"id":"7","name":"Gate 4","attributes":{"floor":2,"zone":"B"}},"#
        + #""campaign":{"_id":"c1","properties":{"a":1,"b":2}},"#
        + #""alternatives":[{"material_id":"spot-2","position":2,"score":80}],"#
        + #""observed_at":"2026-03-01T09:30:01.250Z","source":"show.opus"}"#)
  }

  @Test func activityLineWithNothingKnown() {
    let record = ActivityRecord(
      ActivityEvent(kind: .started, activity: Activity(id: "i", materialID: "m", start: 0)), clockStart: .epoch,
      source: "")
    #expect(
      record.line == #"{"v":1,"type":"activity","event":"started","revision":1,"activity_id":"i","material_id":"m","#
        + #""title":"m","start":0,"end":null,"position":0,"rate":1,"confidence":1,"score":0,"marker":null,"#
        + #""campaign":null,"alternatives":[],"observed_at":"1970-01-01T00:00:00.000Z","source":""}"#)
  }

  @Test func supersededIsSaidLast() {
    var wrong = Activity(id: "i", materialID: "m", start: 0)
    wrong.isSuperseded = true
    let line = ActivityRecord(event: .ended, activity: wrong, observedAt: .epoch, source: "s").line
    #expect(line.hasSuffix(#""source":"s","superseded":true}"#))
  }

  @Test func escaping() throws {
    let nasty = "quote\" back\\ line\n tab\t nul\u{0} bell\u{7} é😀\u{2028} </script>"
    var activity = Activity(
      id: nasty, materialID: nasty, start: 0, payload: CampaignPayload(materialID: nasty, title: nasty))
    activity.payload.campaign = [nasty: .string(nasty)]
    activity.marker = MarkerIdentity(id: nasty, name: nasty, attributes: [nasty: .string(nasty)])
    activity.alternatives = [MaterialAlternative(materialID: nasty, position: 0, score: 0)]
    let line = ActivityRecord(event: .refined, activity: activity, observedAt: .epoch, source: nasty).line
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
    let json = try JSONValue(parsing: line)
    #expect(json["title"]?.stringValue == nasty)
    #expect(json["source"]?.stringValue == nasty)
    #expect(json["marker"]?["attributes"]?[nasty]?.stringValue == nasty)
    #expect(json["campaign"]?[nasty]?.stringValue == nasty)
    #expect(json["alternatives"]?.arrayValue?.first?["material_id"]?.stringValue == nasty)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test func markerStateLine() {
    let snapshot = MarkerSnapshot(
      state: .identified, generation: 2, revision: 9, marker: MarkerIdentity(id: "7", name: "G"),
      observedAt: 1_000_000_000, expiresAt: 7_000_000_000)
    #expect(
      MarkerStateRecord(snapshot, clockStart: clockStart).line
        == #"{"v":1,"type":"marker-state","state":"identified","generation":2,"revision":9,"#
        + #""marker":{"id":"7","name":"G","attributes":{}},"observed_at":"2026-03-01T09:30:01.000Z","#
        + #""expires_at":"2026-03-01T09:30:07.000Z"}"#)
    #expect(
      MarkerStateRecord(MarkerSnapshot(state: .listening, generation: 1, revision: 1), clockStart: clockStart).line
        == #"{"v":1,"type":"marker-state","state":"listening","generation":1,"revision":1,"marker":null,"#
        + #""observed_at":null,"expires_at":null}"#)
  }

  @Test func faultLine() {
    var record = FaultRecord(
      stage: "api0", code: 500, text: "The server \"x\" is busy.", retryIn: 2_500_000_000, isRestored: false,
      observedAt: .epoch, source: "show.opus")
    #expect(
      record.line == #"{"v":1,"type":"fault","stage":"api0","code":500,"text":"The server \"x\" is busy.","#
        + #""retry_in":2.5,"restored":false,"observed_at":"1970-01-01T00:00:00.000Z","source":"show.opus"}"#)
    record.retryIn = nil
    record.isRestored = true
    #expect(record.line.contains(#""retry_in":null,"restored":true"#))
  }

  @Test(
    arguments: [
      (UInt64(0), "0"), (1, "0"), (499_999, "0"), (500_000, "0.001"), (1_000_000, "0.001"), (10_000_000, "0.01"),
      (100_000_000, "0.1"), (300_000_000, "0.3"), (1_000_000_000, "1"), (1_100_000_000, "1.1"),
      (1_234_567_890, "1.235"),
      (1_999_999_999, "2"), (36_000_000_000_000, "36000"), (36_000_001_000_000, "36000.001"),
      (.max, "18446744073.71"),
    ] as [(UInt64, String)])
  func seconds(nanoseconds: UInt64, text: String) {
    #expect(TimelineJSON.seconds(nanoseconds) == text)
  }

  @Test(
    arguments: [
      (Int64(-1_500_000_000), "-1.5"), (-1, "0"), (.min, "-9223372036.855"), (.max, "9223372036.855"),
    ] as [(Int64, String)])
  func signedSeconds(nanoseconds: Int64, text: String) {
    #expect(TimelineJSON.seconds(nanoseconds) == text)
  }

  @Test(arguments: [
    (1.0, "1"), (0.1 + 0.2, "0.3"), (0.99, "0.99"), (0.99994, "0.9999"), (-0.5, "-0.5"), (-0.00001, "0"),
    (1e300, "1e+300"),
    (.nan, "null"), (.infinity, "null"), (0, "0"), (1.00005, "1.0001"),
  ])
  func numbers(value: Double, text: String) {
    #expect(TimelineJSON.number(value) == text)
  }

  @Test func linesReadBack() throws {
    let record = ActivityRecord(
      ActivityEvent(kind: .ended, activity: activity()), clockStart: clockStart, source: "show.opus")
    let read = try #require(ActivityRecord(parsing: record.line))
    #expect(read.line == record.line)
    #expect(read.activity.end == 31_000_000_000)
    #expect(read.activity.payload.marker == "Gate 4")
    #expect(read.observedAt == record.observedAt)
  }

  @Test(arguments: [
    "", "x", "{}", #"{"v":1,"type":"fault"}"#, #"{"v":1,"type":"activity"}"#,
    #"{"v":2,"type":"activity","event":"ended","revision":1,"activity_id":"a","material_id":"m","start":0,"observed_at":"1970-01-01T00:00:00Z"}"#,
    #"{"v":1,"type":"activity","event":"over","revision":1,"activity_id":"a","material_id":"m","start":0,"observed_at":"1970-01-01T00:00:00Z"}"#,
    #"{"v":1,"type":"activity","event":"ended","revision":1,"activity_id":"a","material_id":"m","start":-1,"observed_at":"1970-01-01T00:00:00Z"}"#,
    #"{"v":1,"type":"activity","event":"ended","revision":1,"activity_id":"a","material_id":"m","start":1e300,"observed_at":"1970-01-01T00:00:00Z"}"#,
    #"{"v":1,"type":"activity","event":"ended","revision":1,"activity_id":"a","material_id":"m","start":0,"observed_at":"soon"}"#,
  ])
  func otherLinesAreRefused(_ line: String) {
    #expect(ActivityRecord(parsing: line) == nil)
  }
}
