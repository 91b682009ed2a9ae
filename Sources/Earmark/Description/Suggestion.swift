/// Finds what somebody most likely meant by a word that does not exist.
package enum Suggestion {
  /// The nearest of `candidates` within a third of the word's length, at least one edit.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, word.count / 3)
    let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    let best = ranked.min { $0.distance < $1.distance }
    guard let best, best.distance <= limit else { return nil }
    return best.candidate
  }

  /// Edits between two words: insertions, deletions, substitutions, and exchanges of two neighbours (the restricted
  /// Damerau-Levenshtein distance).
  package static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left)
    let b = Array(right)
    var before = [Int]()
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
