/// Thins peaks: one stays when fewer than `density` stronger ones lie within ±`reach` frames of it.
///
/// Strength is relative to the surroundings, so quiet passages keep as many peaks as loud ones.
struct DensityFilter {
  private struct Pending {
    var peak: PeakPicker.Peak
    /// Stronger peaks near it so far.
    var stronger = 0
  }

  /// About half a second.
  static let reach = 31
  private let density: Int
  private var pending: [Pending] = []
  private var head = 0

  init(density: Int) {
    self.density = density
    pending.reserveCapacity(4_096)
  }

  mutating func reset() {
    pending.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Adds a peak; peaks come in the order of their frames.
  mutating func add(_ peak: PeakPicker.Peak) {
    var added = Pending(peak: peak)
    for i in head..<pending.count where peak.frame - pending[i].peak.frame <= Self.reach {
      if pending[i].peak.strength >= peak.strength {
        added.stronger += 1
      } else {
        pending[i].stronger += 1
      }
    }
    pending.append(added)
  }

  /// Gives the peaks whose surroundings are complete once all peaks of frames before `frame` have been added, in order of
  /// their ticks.
  mutating func decide(before frame: Int, _ emit: (Landmark) -> Void) {
    while head < pending.count, pending[head].peak.frame + Self.reach < frame {
      // Peaks of one frame lie within ±1 tick: an insertion sort puts them in order.
      let index = pending[head].peak.frame
      var end = head
      while end < pending.count, pending[end].peak.frame == index { end += 1 }
      for i in (head + 1)..<max(end, head + 1) {
        var j = i
        while j > head, Self.precedes(pending[j].peak.landmark, pending[j - 1].peak.landmark) {
          pending.swapAt(j, j - 1)
          j -= 1
        }
      }
      for i in head..<end where pending[i].stronger < density { emit(pending[i].peak.landmark) }
      head = end
    }
    if head > 2_048 {
      pending.removeSubrange(..<head)
      head = 0
    }
  }

  private static func precedes(_ a: Landmark, _ b: Landmark) -> Bool {
    (a.tick, a.frequency) < (b.tick, b.frequency)
  }
}
