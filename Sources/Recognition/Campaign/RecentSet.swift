/// A set of strings that forgets the one inserted longest ago when it is full.
struct RecentSet: Sendable {
  private let capacity: Int
  private var members: Set<String> = []
  private var ring: [String] = []
  private var oldest = 0

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  func contains(_ member: String) -> Bool {
    members.contains(member)
  }

  /// Inserts a string; says whether it was new.
  @discardableResult
  mutating func insert(_ member: String) -> Bool {
    guard members.insert(member).inserted else { return false }
    if ring.count < capacity {
      ring.append(member)
    } else {
      members.remove(ring[oldest])
      ring[oldest] = member
      oldest = (oldest + 1) % capacity
    }
    return true
  }
}
