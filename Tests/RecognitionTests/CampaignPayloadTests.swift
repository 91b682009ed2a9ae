import Testing

@testable import Recognition

@Suite struct CampaignPayloadTests {
  private func payload(_ text: String) throws -> CampaignPayload {
    try #require(CampaignPayload(json: try JSONValue(parsing: text)))
  }

  @Test func readsEveryKeyOfTheTable() throws {
    let payload = try payload(
      """
      {"activity_id":"a","material_id":"m","_id":"m","title":"T","type":"spot","image":"https://x/i.png","duration":30.5,
      "position":1500,"score":42,"campaign":{"_id":"c","properties":{"k":1}},"marker":"Gate 4","audio_marker_id":"7",
      "audio_marker_name":"Gate 4","trait":{"marker":"Gate 4","zone":"B"},"observed_at":"2026-03-01T10:30:00.25+01:00"}
      """)
    #expect(payload.activityID == "a")
    #expect(payload.materialID == "m")
    #expect(payload.duration == 30.5)
    #expect(payload.position == 1500)
    #expect(payload.score == 42)
    #expect(payload.campaign?["properties"]?["k"] == 1)
    #expect(payload.markerIdentity == MarkerIdentity(id: "7", name: "Gate 4"))
    #expect(payload.trait?["zone"] == "B")
    #expect(payload.observedAt?.text == "2026-03-01T09:30:00.250Z")
    #expect(payload.other == [:])
  }

  @Test(arguments: [
    #"{"_id":"m","activity_id":"a","material_id":"m","position":0,"title":"T"}"#,
    #"{"_id":"m","material_id":"m","unknown":{"deep":[1,2.5,null]}}"#,
    #"{"_id":"m","audio_marker_id":"7","audio_marker_name":"G","marker":"G","material_id":"m","trait":{"marker":"G"}}"#,
    #"{"_id":"m","duration":30.5,"material_id":"m","observed_at":"2026-03-01T09:30:00.250Z","score":42}"#,
  ])
  func writesWhatItRead(_ text: String) throws {
    #expect(try payload(text).json.text() == text)
  }

  @Test(arguments: [
    // One of marker and trait.marker brings the other.
    (#"{"marker":"G"}"#, #"{"marker":"G","trait":{"marker":"G"}}"#),
    (#"{"trait":{"marker":"G","z":1}}"#, #"{"marker":"G","trait":{"marker":"G","z":1}}"#),
    (
      #"{"audio_marker_id":"7","audio_marker_name":"G"}"#,
      #"{"audio_marker_id":"7","audio_marker_name":"G","marker":"G","trait":{"marker":"G"}}"#
    ),
    // The top one wins when they differ.
    (#"{"marker":"G","trait":{"marker":"H"}}"#, #"{"marker":"G","trait":{"marker":"G"}}"#),
    // Half an identity is none.
    (#"{"audio_marker_id":"7"}"#, "{}"),
    (#"{"audio_marker_name":"G"}"#, "{}"),
    (#"{"audio_marker_id":"","audio_marker_name":"G"}"#, "{}"),
    (#"{"audio_marker_id":"7","audio_marker_name":""}"#, "{}"),
    // Empty and mistyped fields are absent.
    (#"{"marker":"","trait":{"marker":""}}"#, "{}"),
    (#"{"marker":7,"trait":"x"}"#, "{}"),
    (#"{"trait":{"marker":null}}"#, "{}"),
    (#"{"activity_id":"","material_id":"","title":"","image":"","type":""}"#, "{}"),
    (#"{"activity_id":1,"material_id":null,"title":[],"position":"1","score":true,"campaign":[]}"#, "{}"),
    (#"{"position":-1,"duration":-1,"observed_at":"yesterday","campaign":{}}"#, "{}"),
    (#"{"position":1e30,"duration":null}"#, "{}"),
    // An older payload names its material in _id only.
    (#"{"_id":"m"}"#, #"{"_id":"m","material_id":"m"}"#),
    (#"{"_id":"x","material_id":"m"}"#, #"{"_id":"m","material_id":"m"}"#),
  ])
  func normalizes(_ text: String, _ expected: String) throws {
    #expect(try payload(text).json.text() == expected)
  }

  @Test(arguments: ["[]", "null", "1", "\"x\""])
  func onlyObjectsArePayloads(_ text: String) throws {
    #expect(CampaignPayload(json: try JSONValue(parsing: text)) == nil)
  }

  @Test func emptyTextCannotBeSet() {
    var payload = CampaignPayload(activityID: "", materialID: "", title: "", type: "", image: "", campaign: [:])
    #expect(payload.json.text() == "{}")
    payload.title = ""
    payload.campaign = [:]
    #expect(payload.json.text() == "{}")
  }

  @Test func theMarkersAttributesWinInTheTrait() throws {
    var payload = try payload(#"{"trait":{"zone":"campaign's","x":1},"campaign":{"properties":{"zone":"campaign's"}}}"#)
    payload.attach(MarkerIdentity(id: "7", name: "G", attributes: ["zone": "B", "marker": "liar"]))
    #expect(payload.trait == ["zone": "B", "x": 1, "marker": "G"])
    #expect(payload.marker == "G")
    #expect(payload.campaign?["properties"]?["zone"] == "campaign's")
  }

  @Test func anUnresolvedIdentityCannotBeAttached() {
    var payload = CampaignPayload(materialID: "m")
    payload.attach(MarkerIdentity(id: "7", name: ""))
    payload.attach(MarkerIdentity(id: "", name: "G"))
    #expect(payload == CampaignPayload(materialID: "m"))
  }

  /// (first, later, merged)
  @Test(arguments: [
    // What is better is taken.
    (
      #"{"material_id":"m"}"#, #"{"marker":"G"}"#,
      #"{"_id":"m","marker":"G","material_id":"m","trait":{"marker":"G"}}"#
    ),
    (
      #"{"campaign":{"name":"a"}}"#, #"{"campaign":{"name":"b","title":"t"}}"#,
      #"{"campaign":{"name":"b","title":"t"}}"#
    ),
    (#"{}"#, #"{"title":"T","duration":3,"score":2}"#, #"{"duration":3,"score":2,"title":"T"}"#),
    (#"{"x":1}"#, #"{"x":2,"y":3}"#, #"{"x":2,"y":3}"#),
    (
      #"{"campaign":{"properties":{"a":1,"b":2}}}"#, #"{"campaign":{"properties":{"b":3,"c":4}}}"#,
      #"{"campaign":{"properties":{"a":1,"b":3,"c":4}}}"#
    ),
    (
      #"{"marker":"G"}"#, #"{"audio_marker_id":"7","audio_marker_name":"G"}"#,
      #"{"audio_marker_id":"7","audio_marker_name":"G","marker":"G","trait":{"marker":"G"}}"#
    ),
    // Another campaign or marker replaces the first as a whole.
    (#"{"campaign":{"_id":"1","action_url":"u"}}"#, #"{"campaign":{"_id":"2"}}"#, #"{"campaign":{"_id":"2"}}"#),
    (
      #"{"audio_marker_id":"7","audio_marker_name":"G"}"#, #"{"marker":"H"}"#,
      #"{"marker":"H","trait":{"marker":"H"}}"#
    ),
  ])
  func mergesWhatIsBetter(first: String, later: String, merged: String) throws {
    #expect(try payload(first).merging(newer: payload(later)).json.text() == merged)
  }

  /// (first, later): the first stays as it is.
  @Test(arguments: [
    (#"{"activity_id":"a","material_id":"m"}"#, #"{"activity_id":"b","material_id":"n"}"#),
    (
      #"{"title":"T","position":5,"observed_at":"2026-03-01T09:30:00.250Z","score":9,"duration":3,"image":"i"}"#,
      #"{"title":"U","position":6,"observed_at":"2027-03-01T09:30:00.250Z","score":1,"duration":4,"image":"j"}"#
    ),
    (#"{"marker":"G"}"#, #"{}"#),
    (#"{"marker":"G"}"#, #"{"marker":"","trait":{}}"#),
    (#"{"audio_marker_id":"7","audio_marker_name":"G"}"#, #"{"marker":"G"}"#),
    (#"{"audio_marker_id":"7","audio_marker_name":"G"}"#, #"{"audio_marker_id":"8"}"#),
    (#"{"marker":"G","trait":{"zone":"marker's"}}"#, #"{"trait":{"zone":"campaign's"}}"#),
    (#"{"campaign":{"name":"a","title":"t"}}"#, #"{"campaign":{"name":"a"}}"#),
    (#"{"campaign":{"name":"a"}}"#, #"{"campaign":{"name":""}}"#),
    (#"{"campaign":{"name":"a"}}"#, #"{"campaign":{"name":null}}"#),
    (#"{"campaign":{"name":"a"}}"#, #"{"campaign":{}}"#),
    (#"{"campaign":{"_id":"1","name":"a"}}"#, #"{"campaign":{"_id":""}}"#),
    (#"{"campaign":{"properties":{"a":1}}}"#, #"{"campaign":{"properties":{}}}"#),
    (#"{"campaign":{"list":[1]}}"#, #"{"campaign":{"list":[]}}"#),
    (#"{"other":{"a":1}}"#, #"{"other":{}}"#),
  ])
  func neverDegrades(first: String, later: String) throws {
    #expect(try payload(first).merging(newer: payload(later)) == payload(first))
  }

  @Test func mergingTwiceChangesNothingMore() throws {
    let first = try payload(#"{"material_id":"m","campaign":{"name":"a"},"trait":{"x":1}}"#)
    let later = try payload(#"{"marker":"G","trait":{"x":2,"y":1},"campaign":{"title":"t"}}"#)
    let once = first.merging(newer: later)
    #expect(once.merging(newer: later) == once)
    #expect(once.merging(newer: first).marker == "G")
    #expect(once.merging(newer: first).trait?["x"] == 2)
  }

  @Test func numbersThatJSONCannotSayAreLeftOut() {
    var payload = CampaignPayload(materialID: "m", duration: .nan)
    payload.score = .infinity
    #expect(payload.json.text() == #"{"_id":"m","material_id":"m"}"#)
  }
}
