/// The inverted index over all materials of a pack, as the byte strings a pack stores.
///
/// *directory*: 2^d + 1 little-endian u32, the first posting of each bucket; a bucket holds the pairs whose hashes share
/// the upper d bits. *postings*: little-endian u32, sorted within a bucket: the next k − d bits of the hash, then t bits
/// of the global frame of the pair's anchor. *parameters*: d, k, t and counts (`IndexGeometry`).
public struct LandmarkIndexImage: Sendable, Equatable {
  /// Pairs stored for each landmark.
  static let fan = 3

  /// How the bits are divided, and counts: section PARM.
  public let parameters: [UInt8]
  /// Where each bucket begins: section DIRY.
  public let directory: [UInt8]
  /// The postings, bucket by bucket: section POST.
  public let postings: [UInt8]

  /// Builds the index from stored landmarks; no audio is needed.
  ///
  /// - Parameter materials: in the order in which matches will number them.
  /// - Throws: `FingerprintError` for malformed landmarks or more audio than one index holds (about 4,700 h).
  public init(building materials: some Collection<IndexedMaterial>) throws {
    let lists = try materials.map { material in
      guard let list = PeakList(material.peaks) else {
        throw FingerprintError.malformed("the sizes do not fit together")
      }
      return list
    }
    let starts = try IndexGeometry.starts(durations: materials.lazy.map(\.duration))
    var maker = PairMaker()
    var count = 0
    for list in lists { maker.pairs(of: list, fan: Self.fan) { _, _ in count += 1 } }
    let geometry = try IndexGeometry(
      frames: starts.last ?? 0, postingCount: count, fan: Self.fan, materialCount: lists.count)

    var buckets = [UInt32](repeating: 0, count: 1 << geometry.directoryBits + 1)
    let bucketShift = UInt32(PairHash.bits - geometry.directoryBits)
    for list in lists {
      maker.pairs(of: list, fan: Self.fan) { key, _ in buckets[Int(key >> bucketShift) + 1] += 1 }
    }
    for bucket in 1..<buckets.count { buckets[bucket] += buckets[bucket - 1] }
    parameters = geometry.bytes
    directory = Self.bytes(buckets)
    postings = Self.fill(buckets, lists, starts, geometry, &maker)
  }

  private static func fill(
    _ buckets: [UInt32], _ lists: [PeakList], _ starts: [Int], _ geometry: IndexGeometry, _ maker: inout PairMaker
  ) -> [UInt8] {
    var postings = [UInt32](repeating: 0, count: geometry.postingCount)
    var next = buckets
    let bucketShift = UInt32(PairHash.bits - geometry.directoryBits)
    let keyShift = UInt32(PairHash.bits - geometry.keyBits)
    let remainderMask = UInt32(1) << UInt32(geometry.remainderBits) - 1
    let lastFrame = 1 << geometry.timeBits - 1
    for (list, start) in zip(lists, starts) {
      maker.pairs(of: list, fan: fan) { key, tick in
        let remainder = (key >> keyShift) & remainderMask
        let frame = min(start + tick / Analysis.ticksPerFrame, lastFrame)
        let bucket = Int(key >> bucketShift)
        postings[Int(next[bucket])] = remainder << UInt32(geometry.timeBits) | UInt32(truncatingIfNeeded: frame)
        next[bucket] += 1
      }
    }
    for bucket in 0..<(buckets.count - 1) {
      postings[Int(buckets[bucket])..<Int(buckets[bucket + 1])].sort()
    }
    return bytes(postings)
  }

  private static func bytes(_ words: [UInt32]) -> [UInt8] {
    #if _endian(little)
      return words.withUnsafeBytes { Array($0) }
    #else
      return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    #endif
  }
}
