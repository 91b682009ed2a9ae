/// How an index divides its bits, and how materials lie on the common time line. The bytes of the section "parameters",
/// eight little-endian u32:
///
///     0   version of this layout, 1
///     4   d, bits of the hash that the directory resolves
///     8   k, bits of the hash that are kept at all (the upper ones)
///     12  t, bits of the global frame in a posting
///     16  number of postings
///     20  pairs an anchor
///     24  number of materials
///     28  0
struct IndexGeometry: Equatable {
  static let byteCount = 32
  static let version: UInt32 = 1
  /// Free frames between materials, so that a line that runs over an edge stays with its material.
  static let gap = 512
  static let largestFrame = 1 << 30

  var directoryBits: Int
  var keyBits: Int
  var timeBits: Int
  var postingCount: Int
  var fan: Int
  var materialCount: Int

  /// Bits of the hash in a posting.
  var remainderBits: Int { keyBits - directoryBits }

  /// - Throws: `FingerprintError` when the time line is too long.
  init(frames: Int, postingCount: Int, fan: Int, materialCount: Int) throws {
    guard frames < Self.largestFrame, postingCount <= Int(UInt32.max) else { throw FingerprintError.tooLarge }
    timeBits = max(1, Int.bitWidth - frames.leadingZeroBitCount)
    // Sixteen to thirty-two postings a bucket: one or two cache lines, and a directory of an eighth of the postings.
    let bucketBits = max(0, Int.bitWidth - 1 - (max(1, postingCount) >> 4).leadingZeroBitCount)
    directoryBits = min(PairHash.cellBits, max(bucketBits, PairHash.cellBits - (32 - timeBits), 1))
    keyBits = min(PairHash.bits, directoryBits + 32 - timeBits)
    self.postingCount = postingCount
    self.fan = fan
    self.materialCount = materialCount
  }

  /// nil when the bytes are no parameters this version can work with.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount, let base = bytes.baseAddress else { return nil }
    guard base.littleEndianWord(at: 0) == Self.version else { return nil }
    directoryBits = Int(base.littleEndianWord(at: 4))
    keyBits = Int(base.littleEndianWord(at: 8))
    timeBits = Int(base.littleEndianWord(at: 12))
    postingCount = Int(base.littleEndianWord(at: 16))
    fan = Int(base.littleEndianWord(at: 20))
    materialCount = Int(base.littleEndianWord(at: 24))
    guard (1...PairHash.cellBits).contains(directoryBits), (PairHash.cellBits...PairHash.bits).contains(keyBits),
      (1...31).contains(timeBits), keyBits - directoryBits + timeBits <= 32
    else { return nil }
  }

  var bytes: [UInt8] {
    let values = [Int(Self.version), directoryBits, keyBits, timeBits, postingCount, fan, materialCount, 0]
    return values.flatMap { value in withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { Array($0) } }
  }

  /// First global frame of each material, and the end of the last one's gap.
  static func starts(durations: some Sequence<Double>) throws -> [Int] {
    var starts = [gap]
    var next = gap
    for duration in durations {
      guard duration >= 0, duration <= Fingerprint.longestDuration else { throw FingerprintError.duration(duration) }
      next += Int(duration * Analysis.ticksPerSecond) / Analysis.ticksPerFrame + 2 + gap
      guard next < largestFrame else { throw FingerprintError.tooLarge }
      starts.append(next)
    }
    return starts
  }
}
