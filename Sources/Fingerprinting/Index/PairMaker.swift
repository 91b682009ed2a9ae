/// Makes the pairs of a list of landmarks: each landmark with the nearest following ones of its target zone.
struct PairMaker {
  private struct Place {
    var tick: Int
    /// Of the frequency, in 1/16.
    var level: Int
  }

  /// Landmarks that may still become targets or anchors; the zone holds at most a few hundred.
  private var recent: [Place] = []
  private let levels = PairHash.levels

  init() { recent.reserveCapacity(512) }

  /// Gives (hash, tick of the anchor) of every pair, `fan` pairs an anchor at most.
  /// - Parameter anchors: Levels whose pairs are wanted, in whole levels.
  mutating func pairs(
    of list: PeakList, fan: Int, anchors: ClosedRange<Int> = 0...0xFF, _ emit: (UInt32, Int) -> Void
  ) {
    recent.removeAll(keepingCapacity: true)
    var first = 0
    var cursor = list.start
    while let landmark = list.next(&cursor) {
      recent.append(Place(tick: landmark.tick, level: Int(levels[landmark.frequency])))
      while first < recent.count, landmark.tick - recent[first].tick > 2 * PairHash.farthest + 1 {
        if anchors.contains(recent[first].level >> 4) { anchor(first, fan, emit) }
        first += 1
      }
      if first > 4_096 {
        recent.removeSubrange(..<first)
        first = 0
      }
    }
    while first < recent.count {
      if anchors.contains(recent[first].level >> 4) { anchor(first, fan, emit) }
      first += 1
    }
  }

  private func anchor(_ index: Int, _ fan: Int, _ emit: (UInt32, Int) -> Void) {
    let anchor = recent[index]
    var left = fan
    var target = index + 1
    while left > 0, target < recent.count {
      let frames = PairHash.frames(ticks: recent[target].tick - anchor.tick)
      if frames > PairHash.farthest { return }
      let difference = recent[target].level - anchor.level
      target += 1
      guard frames >= PairHash.nearest, abs(difference) <= PairHash.widestLevels * PairHash.unitsPerLevel else {
        continue
      }
      emit(PairHash.key(level: anchor.level, difference: difference, frames: frames), anchor.tick)
      left -= 1
    }
  }
}
