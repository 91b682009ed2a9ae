/// When a pack is written as a whole, and which segments a new one takes in.
///
/// Sizes are bytes of peaks, about 65 for a second of music. A segment is at least `ratio` times as large as all newer
/// ones together, so that their number, and how often a material is written again, grow with the logarithm of the pack.
struct PackMergePolicy: Sendable {
  /// What becomes of a change.
  enum Plan: Equatable {
    /// The whole pack is written anew, with one segment.
    case whole
    /// A segment is appended that takes in those from this one on.
    case append(mergingFrom: Int)
  }

  /// Packs no larger than this are always written as a whole; about four and a half hours.
  var wholeSize = 1 << 20
  var ratio = 3
  /// A merge that makes a larger segment than this (about 50 h) is put off…
  var promptSize = 12 << 20
  /// …until there would be more segments than this.
  var mostSegments = 10
  /// What a segment counts at least, so that those that only remove are merged too.
  var leastSize = 4_096

  /// Part of the file that may be of no use.
  var mostWasted = 0.5

  /// - Parameters:
  ///   - sizes: Peaks of materials that stay, of each segment.
  ///   - added: Peaks of what is added.
  ///   - wasted: Part of the file that holds nothing that stays, 0 to 1.
  func plan(sizes: [Int], added: Int, wasted: Double) -> Plan {
    if sizes.reduce(added, +) <= wholeSize || wasted > mostWasted { return .whole }
    let sizes = sizes.map { max($0, leastSize) }
    let added = max(added, leastSize)
    var first = promptlyMerged(sizes, added)
    if first + 1 > mostSegments { first = overdue(sizes, added) }
    // Segments of which each is large enough can still be too many.
    if first + 1 > mostSegments { first = mostSegments / 2 }
    return first == 0 ? .whole : .append(mergingFrom: first)
  }

  /// The oldest segment that a new one takes in without much ado.
  private func promptlyMerged(_ sizes: [Int], _ added: Int) -> Int {
    var first = sizes.count
    var total = added
    while first > 0, sizes[first - 1] < ratio * total, sizes[first - 1] + total <= promptSize {
      first -= 1
      total += sizes[first]
    }
    return first
  }

  /// The oldest segment that is too small for what is newer.
  private func overdue(_ sizes: [Int], _ added: Int) -> Int {
    var newer = sizes.reduce(added, +)
    for (segment, size) in sizes.enumerated() {
      newer -= size
      if size < ratio * newer { return segment }
    }
    return sizes.count
  }
}
