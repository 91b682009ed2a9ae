/// Numbers that look random and are the same in every run: a linear congruential generator (Knuth's MMIX constants).
struct RandomPlaces {
  private var state: UInt64 = 1

  /// A number from 0 to `count` − 1; `count` is positive.
  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
