import Testing

@testable import Recognition

@Suite struct ActivityHistoryTests {
  private func activity(
    _ id: String, _ material: String = "A", revision: Int = 1, marker: String? = nil, end: UInt64? = nil
  ) -> Activity {
    var activity = Activity(id: id, revision: revision, materialID: material, start: 5, end: end)
    if let marker {
      activity.marker = MarkerIdentity(id: "id-" + marker, name: marker)
      activity.payload.attach(MarkerIdentity(id: "id-" + marker, name: marker))
    }
    return activity
  }

  private func history(_ activities: Activity...) -> ActivityHistory {
    var history = ActivityHistory()
    for activity in activities { _ = history.apply(activity) }
    return history
  }

  @Test func newestFirst() {
    let history = history(activity("1"), activity("2", "B"), activity("3", "C"), activity("1", revision: 2))
    #expect(history.results.map(\.activity.id) == ["3", "2", "1"])
    #expect(history.count == 3)
  }

  @Test func anUnknownIDIsAdded() {
    var history = ActivityHistory()
    #expect(
      history.apply(activity("1"), generation: 4) == .added(ActivityResult(activity: activity("1"), generation: 4)))
  }

  @Test func aKnownIDIsUpdatedInPlaceAlsoWhenNoLongerCurrent() {
    var history = history(activity("1"), activity("2", "B"))
    guard case .updated(let result) = history.apply(activity("1", revision: 2, marker: "m", end: 9), generation: 7)
    else {
      Issue.record("not updated")
      return
    }
    #expect(result.isRefinement)
    #expect(result.generation == 0)
    #expect(history["1"]?.activity.marker?.name == "m")
    #expect(history["1"]?.activity.end == 9)
    #expect(history.results.map(\.activity.id) == ["2", "1"])
  }

  @Test func aLaterRevisionNeverDegrades() {
    let history = history(activity("1", revision: 1, marker: "m", end: 9), activity("1", revision: 2))
    #expect(history["1"]?.activity.marker?.name == "m")
    #expect(history["1"]?.activity.payload.marker == "m")
    #expect(history["1"]?.activity.end == 9)
    #expect(history["1"]?.activity.revision == 2)
  }

  @Test(arguments: [2, 1, 0, -5, Int.min])
  func anIdenticalOrOlderRevisionChangesNothing(revision: Int) {
    var history = history(activity("1", revision: 2))
    #expect(history.apply(activity("1", revision: revision, marker: "m")) == .unchanged)
    #expect(history["1"]?.activity.marker == nil)
  }

  @Test func anEmptyIDIsNoKey() {
    var history = ActivityHistory()
    #expect(history.apply(activity("")) == .unchanged)
    #expect(history.results == [])
  }

  @Test func idsAreExact() {
    #expect(history(activity("a"), activity("A"), activity(" a")).count == 3)
  }

  @Test func aKnownIDWithAnotherMaterialIsRefused() {
    var history = history(activity("1", "A"))
    #expect(history.apply(activity("1", "B", revision: 2)) == .unchanged)
  }

  @Test func supersededStaysSuperseded() {
    var wrong = activity("1", revision: 2)
    wrong.isSuperseded = true
    #expect(history(activity("1"), wrong, activity("1", revision: 3))["1"]?.activity.isSuperseded == true)
  }

  @Test func theOldestAreForgotten() {
    var history = ActivityHistory(capacity: 10)
    for index in 0..<1000 { _ = history.apply(activity("\(index)")) }
    #expect(history.count == 10)
    #expect(history.results.map(\.activity.id) == (990..<1000).reversed().map(String.init))
    #expect(history["989"] == nil)
    #expect(history["990"]?.activity.id == "990")
    #expect(history.apply(activity("995", revision: 2)) != .unchanged)
    #expect(history["995"]?.activity.revision == 2)
  }
}
