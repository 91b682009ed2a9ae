/// The landmarks of the last half minute of a stream.
final class StreamPeaks {
  /// Landmarks kept; twice what half a minute can hold.
  private static let capacity = 4_096
  static let ticksPerBlock = Int(Analysis.ticksPerSecond)

  private let ring: UnsafeMutablePointer<Landmark>
  /// Landmarks since the stream began; their index is its number in this count.
  private(set) var count = 0

  init() {
    ring = .allocate(capacity: Self.capacity)
    ring.initialize(repeating: Landmark(tick: 0, frequency: 0), count: Self.capacity)
  }

  deinit {
    ring.deallocate()
  }

  func reset() {
    count = 0
  }

  func append(_ landmark: Landmark) {
    let slot = count & (Self.capacity - 1)
    ring[slot] = landmark
    count += 1
  }

  /// Index of the oldest landmark kept.
  var oldest: Int { max(0, count - Self.capacity) }

  @inline(__always)
  subscript(index: Int) -> Landmark { ring[index & (Self.capacity - 1)] }

  /// Index of the first landmark kept at or after a tick.
  func firstIndex(at tick: Int) -> Int {
    var low = oldest
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].tick < tick { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
