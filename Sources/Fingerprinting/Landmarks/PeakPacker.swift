/// Landmarks in order of their ticks to the bytes of a `PeakList`.
struct PeakPacker {
  private var words: [UInt16] = []
  private var blocks: [UInt32] = []
  private var tick = 0
  private(set) var peakCount = 0

  /// Adds a landmark, not before the last one.
  mutating func add(_ landmark: Landmark) {
    var delta = max(0, landmark.tick - tick)
    while delta >= PeakList.pause {
      let pause = min(delta, PeakList.longestPause)
      append(PeakList.pause << 12 | pause, advancing: pause)
      delta -= pause
    }
    append(delta << 12 | min(max(0, landmark.frequency), Analysis.frequencySteps - 1), advancing: delta)
    peakCount += 1
  }

  /// The packed bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + 4 * blocks.count + 2 * words.count)
    for value in [UInt32(words.count), UInt32(peakCount)] + blocks {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for word in words {
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
    }
    return bytes
  }

  private mutating func append(_ word: Int, advancing delta: Int) {
    if words.count % PeakList.wordsPerBlock == 0 { blocks.append(UInt32(truncatingIfNeeded: tick)) }
    words.append(UInt16(truncatingIfNeeded: word))
    tick += delta
  }
}
