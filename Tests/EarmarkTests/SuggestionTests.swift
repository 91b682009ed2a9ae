import Testing

@testable import Earmark

@Suite struct SuggestionTests {
  @Test(arguments: [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "", 3), ("kitten", "sitting", 3)])
  func distances(_ left: String, _ right: String, _ distance: Int) {
    #expect(Suggestion.distance(left, right) == distance)
    #expect(Suggestion.distance(right, left) == distance)
  }

  @Test func nothingFarAwayIsSuggested() {
    #expect(Suggestion.nearest(to: "recognise", among: ["pack", "recognize"]) == "recognize")
    #expect(Suggestion.nearest(to: "x", among: ["pack", "recognize"]) == nil)
    #expect(Suggestion.nearest(to: "list", among: []) == nil)
  }
}
