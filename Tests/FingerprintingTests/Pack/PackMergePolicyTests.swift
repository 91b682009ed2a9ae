import Testing

@testable import Fingerprinting

/// How many segments there are, and how often a material is written again.
@Suite struct PackMergePolicyTests {
  @Test func smallAndWastefulPacksAreWrittenWhole() {
    let policy = PackMergePolicy()
    #expect(policy.plan(sizes: [], added: 0, wasted: 0) == .whole)
    #expect(policy.plan(sizes: [1 << 19], added: 1 << 19, wasted: 0) == .whole)
    #expect(policy.plan(sizes: [1 << 30], added: 1, wasted: 0.51) == .whole)
    #expect(policy.plan(sizes: [1 << 30], added: 1, wasted: 0.49) == .append(mergingFrom: 1))
  }

  @Test func smallerSegmentsAreTakenIn() {
    let policy = PackMergePolicy()
    #expect(policy.plan(sizes: [1 << 30, 10_000], added: 10_000, wasted: 0) == .append(mergingFrom: 1))
    #expect(policy.plan(sizes: [1 << 30, 100_000], added: 10_000, wasted: 0) == .append(mergingFrom: 2))
    #expect(policy.plan(sizes: [2 << 20], added: 1 << 20, wasted: 0) == .whole)
    // Segments that only remove are merged as well.
    #expect(policy.plan(sizes: [1 << 30, 0], added: 0, wasted: 0) == .append(mergingFrom: 1))
  }

  @Test func largeMergesArePutOff() {
    let policy = PackMergePolicy()
    #expect(policy.plan(sizes: [1 << 30, 8 << 20], added: 6 << 20, wasted: 0) == .append(mergingFrom: 2))
    let many = [1 << 30] + [Int](repeating: 8 << 20, count: 9)
    #expect(policy.plan(sizes: many, added: 6 << 20, wasted: 0) == .append(mergingFrom: 1))
    // Not even equal sizes are more than the most.
    let odd = (0..<20).map { 1 << (60 - 2 * $0) }
    #expect(policy.plan(sizes: odd, added: 1, wasted: 0) == .append(mergingFrom: 5))
  }

  /// A pack of 1,000 h that grows by single recordings of three minutes to 3,000 h.
  @Test func theWorkGrowsWithTheLogarithm() {
    let policy = PackMergePolicy()
    let material = 15_000
    var sizes = [20_000 * material]
    var (written, largest, long) = (0, 0, 0)
    for _ in 0..<40_000 {
      switch policy.plan(sizes: sizes, added: material, wasted: 0) {
      case .whole: sizes = [sizes.reduce(material, +)]
      case .append(let first): sizes = sizes[..<first] + [sizes[first...].reduce(material, +)]
      }
      written += sizes.last ?? 0
      largest = max(largest, sizes.count)
      if (sizes.last ?? 0) > policy.promptSize { long += 1 }
    }
    #expect(largest <= policy.mostSegments)
    #expect(sizes.reduce(0, +) == 60_000 * material)
    #expect(written < 40 * 40_000 * material)
    #expect(long < 40)
  }
}
