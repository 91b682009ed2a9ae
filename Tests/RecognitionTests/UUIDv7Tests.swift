import Testing

@testable import Recognition

@Suite struct UUIDv7Tests {
  @Test func layout() {
    // The timestamp of the example in RFC 9562, appendix A.6: 2022-02-22 14:22:22 -5:00.
    var generator = UUIDv7Generator(
      random: SeededRandom(seed: 1), clock: { Timestamp(millisecondsSinceEpoch: 0x017F_22E2_79B0) })
    let id = generator.next()
    #expect(id.hasPrefix("017f22e2-79b0-7"))
    #expect(id.count == 36)
    #expect(id.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
    #expect("89ab".contains(Array(id)[19]))
    #expect(id == id.lowercased())
  }

  @Test func growsWithinAMillisecondAndWhenTheClockStepsBack() {
    let steps = Counter()
    var generator = UUIDv7Generator(
      random: SeededRandom(seed: 2),
      clock: { Timestamp(millisecondsSinceEpoch: 1_000_000 - Int64(steps.next() / 100)) })
    var previous = ""
    for _ in 0..<20_000 {
      let id = generator.next()
      #expect(previous < id)
      previous = id
    }
  }

  @Test func aClockBeforeTheEpoch() {
    var generator = UUIDv7Generator(random: SeededRandom(seed: 3), clock: { .earliest })
    #expect(generator.next().hasPrefix("00000000-0000-7"))
  }

  @Test func neverTheSameFromManyTasks() async {
    let ids = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in uuidV7() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(ids).count == 4000)
  }
}
