import Earmark
import Foundation
import Recognition
import Testing

/// What applications are handed.
@Suite struct TypedValueTests {
  let object: [String: JSONValue] = [
    "_id": "c1", "name": "", "title": "Spring", "description": 5, "action_url": "https://a.example/x",
    "created_at": "2026-01-31T20:15:00Z", "operating_period": ["start": "2026-02-01T00:00:00Z", "until": "soon"],
    "properties": ["colour": "red"], "extra": [1, 2],
  ]

  @Test func aCampaignIsReadTolerantly() {
    let campaign = Campaign(object: object)
    #expect(campaign.id == "c1" && campaign.title == "Spring" && campaign.actionURL == "https://a.example/x")
    #expect(campaign.name == nil && campaign.description == nil && campaign.type == nil && campaign.image == nil)
    #expect(campaign.createdAt?.text == "2026-01-31T20:15:00.000Z")
    #expect(campaign.operatingPeriod?.start != nil && campaign.operatingPeriod?.until == nil)
    #expect(campaign.properties == ["colour": "red"])
    let other = Campaign(object: ["operating_period": 3, "created_at": "yesterday", "properties": [1]])
    #expect(other.operatingPeriod == nil && other.createdAt == nil && other.properties.isEmpty)
  }

  @Test func valuesComeBackFromJSON() throws {
    func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    let campaign = Campaign(object: object)
    #expect(try roundTrip(campaign) == campaign)
    let material = Material(id: "m", title: "Title", duration: 30)
    #expect(try roundTrip(material) == material)
    let marker = Marker(id: "i", name: "n", attributes: ["a": 1])
    let snapshot = Earmark.MarkerSnapshot(
      state: .identified, generation: 2, revision: 5, marker: marker, observedAt: .epoch, expiresAt: .latest)
    #expect(try roundTrip(snapshot) == snapshot)
    var activity = Activity(id: "a", materialID: "m", start: 5, position: 7, marker: marker)
    activity.payload.campaign = object
    #expect(try roundTrip(activity) == activity)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Campaign.self, from: Data("[1]".utf8))
    }
  }

  @Test func newerSnapshots() {
    let first = Earmark.MarkerSnapshot(state: .listening, generation: 1, revision: 9)
    #expect(Earmark.MarkerSnapshot(state: .listening, generation: 2, revision: 1).isNewer(than: first))
    #expect(!first.isNewer(than: first))
  }

  @Test func thePredictedPlaceStaysInsideTheMaterial() {
    var activity = Activity(id: "a", materialID: "m", start: 10_000_000_000, position: 2_000_000_000, rate: 2)
    // Without a wall-clock time it does not move.
    #expect(activity.predictedPosition(at: .latest) == 2)
    activity.payload.observedAt = .epoch
    #expect(activity.predictedPosition(at: Timestamp(millisecondsSinceEpoch: 3000)) == 8)
    #expect(activity.predictedPosition(at: .earliest) == 2)
    activity.payload.duration = 5
    #expect(activity.predictedPosition(at: .latest) == 5)
    activity.end = 11_000_000_000
    #expect(activity.predictedPosition(at: .latest) == 4)
    activity.end = nil
    activity.payload.duration = nil
    #expect(activity.predictedPosition(at: .latest).isFinite)
  }

  @Test func aMaterialWithoutATitleGoesByItsID() {
    #expect(Activity(id: "a", materialID: "m", start: 0).material == Material(id: "m", title: "m"))
    #expect(TimelineRow(activityID: nil, materialID: "m", start: 0, payload: .init(materialID: "m")).campaign == nil)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"v":1,"type":"activity"}"#, #"{"v":2,"type":"fault","stage":"s","code":1,"text":"t"}"#,
    #"{"v":1,"type":"fault","stage":"s","code":"1","text":"t","observed_at":"2026-01-01T00:00:00Z"}"#,
    #"{"v":1,"type":"fault","stage":"s","code":1,"text":"t","observed_at":"now"}"#,
  ])
  func whatIsNoFault(line: String) { #expect(FaultRecord(parsing: line) == nil) }

  @Test func aFaultComesBackFromItsLine() {
    let fault = FaultRecord(
      stage: "api", code: 400, text: "\"no\" network", retryIn: 1_500_000_000, isRestored: true, observedAt: .epoch,
      source: "kitchen")
    #expect(FaultRecord(parsing: fault.line) == fault)
  }
}
