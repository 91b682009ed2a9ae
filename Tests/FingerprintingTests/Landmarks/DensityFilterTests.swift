import Testing

@testable import Fingerprinting

struct DensityFilterTests {
  func filter(_ peaks: [(frame: Int, strength: Int)], density: Int) -> [Int] {
    var filter = DensityFilter(density: density)
    for peak in peaks {
      filter.add(
        .init(frame: peak.frame, landmark: Landmark(tick: 2 * peak.frame, frequency: 1), strength: peak.strength))
    }
    var frames: [Int] = []
    filter.decide(before: .max) { frames.append($0.tick / 2) }
    return frames
  }

  @Test func theStrongestStay() {
    #expect(filter([(0, 5), (1, 9), (2, 7), (3, 1)], density: 2) == [1, 2])
  }

  @Test func onlyNeighboursCompete() {
    let reach = DensityFilter.reach
    #expect(filter([(0, 5), (reach, 9)], density: 1) == [reach])
    #expect(filter([(0, 5), (reach + 1, 9)], density: 1) == [0, reach + 1])
  }

  @Test func ofEqualsTheFirstStays() {
    #expect(filter([(4, 5), (6, 5)], density: 1) == [4])
  }

  @Test func nothingIsDecidedBeforeItsSurroundingsAreComplete() {
    var filter = DensityFilter(density: 5)
    filter.add(.init(frame: 10, landmark: Landmark(tick: 20, frequency: 1), strength: 1))
    var count = 0
    filter.decide(before: 10 + DensityFilter.reach) { _ in count += 1 }
    #expect(count == 0)
    filter.decide(before: 11 + DensityFilter.reach) { _ in count += 1 }
    #expect(count == 1)
  }

  @Test func peaksOfAFrameComeInOrderOfTime() {
    var filter = DensityFilter(density: 5)
    for (tick, frequency) in [(21, 3), (19, 9), (20, 2), (19, 4)] {
      filter.add(.init(frame: 10, landmark: Landmark(tick: tick, frequency: frequency), strength: 1))
    }
    var landmarks: [Landmark] = []
    filter.decide(before: .max) { landmarks.append($0) }
    #expect(landmarks.map(\.tick) == [19, 19, 20, 21])
    #expect(landmarks.map(\.frequency) == [4, 9, 2, 3])
  }
}
