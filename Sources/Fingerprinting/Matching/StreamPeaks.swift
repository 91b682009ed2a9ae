/// The landmarks of the last half minute of a stream, and where in the spectrum they crowd.
final class StreamPeaks {
  /// Landmarks kept; twice what half a minute can hold.
  private static let capacity = 4_096
  /// Seconds of the density table.
  private static let blocks = 64
  private static let bandReach = 8
  static let ticksPerBlock = Int(Analysis.ticksPerSecond)

  private let ring: UnsafeMutablePointer<Landmark>
  /// Landmarks of each second in each bin.
  private let density: UnsafeMutablePointer<UInt8>
  /// Landmarks of each second.
  private let totals: UnsafeMutablePointer<Int32>
  private var newestBlock = -1
  /// Landmarks since the stream began; their index is its number in this count.
  private(set) var count = 0

  init() {
    ring = .allocate(capacity: Self.capacity)
    density = .allocate(capacity: Self.blocks * Analysis.bins)
    totals = .allocate(capacity: Self.blocks)
    ring.initialize(repeating: Landmark(tick: 0, frequency: 0), count: Self.capacity)
    reset()
  }

  deinit {
    ring.deallocate()
    density.deallocate()
    totals.deallocate()
  }

  func reset() {
    count = 0
    newestBlock = -1
    density.initialize(repeating: 0, count: Self.blocks * Analysis.bins)
    totals.initialize(repeating: 0, count: Self.blocks)
  }

  func append(_ landmark: Landmark) {
    let slot = count & (Self.capacity - 1)
    ring[slot] = landmark
    count += 1
    let block = landmark.tick / Self.ticksPerBlock
    // Seconds without landmarks must not show those of a minute ago.
    while newestBlock < block {
      newestBlock = max(newestBlock + 1, block - Self.blocks + 1)
      densityRow(newestBlock).update(repeating: 0, count: Analysis.bins)
      totals[newestBlock & (Self.blocks - 1)] = 0
    }
    totals[block & (Self.blocks - 1)] += 1
    let bin = densityRow(block) + landmark.frequency / Analysis.stepsPerBin
    if bin.pointee < .max { bin.pointee += 1 }
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

  /// Landmarks to be expected by chance within ±`tolerance` steps of a frequency and ±`reach` ticks of a tick.
  ///
  /// How often that frequency is met in about two seconds, smoothed with what is met in the wider band around it; more
  /// when there are more landmarks at this very moment (`simultaneous`, of any frequency) than on average: a drum beat
  /// that meets a drum beat meets it at many frequencies at once.
  func chanceRate(tick: Int, frequency: Int, tolerance: Int, simultaneous: Int, reach: Int) -> Float {
    let bin = min(max(frequency / Analysis.stepsPerBin, Self.bandReach), Analysis.bins - 1 - Self.bandReach)
    let first = min(max(0, (tick - Self.ticksPerBlock / 2) / Self.ticksPerBlock), max(0, newestBlock - 1))
    let last = min(first + 1, newestBlock)
    guard first <= last else { return 1 }
    var near = 0
    var band = 0
    var all = 0
    for block in first...last {
      let row = densityRow(block) + bin
      near += Int(row[-1]) + Int(row[0]) + Int(row[1])
      for offset in -Self.bandReach...Self.bandReach { band += Int(row[offset]) }
      all += Int(totals[block & (Self.blocks - 1)])
    }
    let width = Float(2 * tolerance + 1) / Float(Analysis.stepsPerBin)
    // Half the weight to the three bins themselves: held notes make chance hits there far likelier than in the band.
    let perBin = 0.5 * Float(near) / 3 + 0.5 * (Float(band) + 1) / Float(2 * Self.bandReach + 1)
    let moments = Float((last - first + 1) * Self.ticksPerBlock) / Float(2 * reach + 1)
    let burst = max(1, Float(simultaneous) * moments / Float(max(1, all)))
    return perBin * width / moments * burst
  }

  private func densityRow(_ block: Int) -> UnsafeMutablePointer<UInt8> {
    density + (block & (Self.blocks - 1)) * Analysis.bins
  }
}
