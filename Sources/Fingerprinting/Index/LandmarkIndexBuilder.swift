/// Builds the inverted index over some materials and gives its postings in pieces, so that the memory it takes does not
/// grow with them.
///
/// *directory*: 2^d + 1 little-endian u32, the first posting of each bucket; a bucket holds the pairs whose hashes share
/// the upper d bits. *postings*: little-endian u32, sorted within a bucket: the next k − d bits of the hash, then t bits
/// of the frame of the pair's anchor. *parameters*: d, k, t and counts (`IndexGeometry`).
struct LandmarkIndexBuilder {
  /// Pairs stored for each landmark.
  static let fan = 3
  /// Postings that are held at once: 128 MiB, those of some 100 h. The landmarks are read again for each such piece.
  static let postingsAtOnce = 1 << 25

  private let lists: [PeakList]
  private let starts: [Int]
  private let geometry: IndexGeometry
  /// The first posting of each bucket, and the end.
  private let buckets: [UInt32]

  /// Counts the pairs.
  ///
  /// - Parameter materials: in their order on the time line.
  /// - Throws: `FingerprintError` for malformed landmarks or more audio than one segment holds (about 4,700 h).
  init(_ materials: some Collection<IndexedMaterial>) throws {
    let lists = try materials.map { material in
      guard let list = PeakList(material.peaks) else {
        throw FingerprintError.malformed("the sizes do not fit together")
      }
      return list
    }
    let starts = try IndexGeometry.starts(durations: materials.lazy.map(\.duration))
    func divided(for postings: Int) throws -> IndexGeometry {
      try IndexGeometry(
        frames: starts.last ?? 0, postingCount: postings, fan: Self.fan, materialCount: lists.count)
    }
    // Counted as finely as the directory can become; it has fewer buckets when there are fewer pairs.
    let most = min(Self.fan * lists.reduce(0) { $0 + $1.wordCount }, Int(UInt32.max))
    let finest = try divided(for: most).directoryBits
    var counts = [UInt32](repeating: 0, count: 1 << finest)
    var total = 0
    counts.withUnsafeMutableBufferPointer { counts in
      let shift = UInt32(PairHash.bits - finest)
      var maker = PairMaker()
      for list in lists {
        maker.pairs(of: list, fan: Self.fan) { key, _ in
          counts[Int(key >> shift)] &+= 1
          total += 1
        }
      }
    }
    geometry = try divided(for: total)
    let coarser = finest - geometry.directoryBits
    var buckets = [UInt32](repeating: 0, count: 1 << geometry.directoryBits + 1)
    var sum: UInt32 = 0
    for (cell, count) in counts.enumerated() {
      sum += count
      buckets[cell >> coarser + 1] = sum
    }
    self.buckets = buckets
    self.lists = lists
    self.starts = starts
  }

  /// Section PARM.
  var parameters: [UInt8] { geometry.bytes }

  /// Section DIRY.
  var directory: [UInt8] {
    #if _endian(little)
      return buckets.withUnsafeBytes { Array($0) }
    #else
      return buckets.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    #endif
  }

  /// Length of section POST.
  var postingBytes: Int { 4 * geometry.postingCount }

  /// Gives section POST, piece by piece.
  /// - Parameter limit: Postings that are held at once, if no bucket has more.
  func postings<Failure: Error>(
    atOnce limit: Int = postingsAtOnce, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var maker = PairMaker()
    var piece: [UInt32] = []
    var next: [UInt32] = []
    var first = 0
    let end = buckets.count - 1
    while first < end {
      var last = first + 1
      while last < end, buckets[last + 1] - buckets[first] <= limit { last += 1 }
      let count = Int(buckets[last] - buckets[first])
      if piece.count < count { piece = [UInt32](repeating: 0, count: count) }
      next = buckets[first..<last].map { $0 - buckets[first] }
      fill(&piece, &next, first..<last, &maker)
      let result = piece.withUnsafeBytes { bytes in
        Result { () throws(Failure) in try body(UnsafeRawBufferPointer(rebasing: bytes[..<(4 * count)])) }
      }
      try result.get()
      first = last
    }
  }

  /// Puts the postings of some buckets in their places.
  /// - Parameter next: Of each bucket, where its next posting goes.
  private func fill(_ piece: inout [UInt32], _ next: inout [UInt32], _ range: Range<Int>, _ maker: inout PairMaker) {
    let bucketShift = UInt32(PairHash.bits - geometry.directoryBits)
    let bucketMask = UInt32(1) << bucketShift - 1
    let keyShift = UInt32(PairHash.bits - geometry.keyBits)
    let remainderMask = UInt32(1) << UInt32(geometry.remainderBits) - 1
    let timeBits = UInt32(geometry.timeBits)
    let lastFrame = 1 << geometry.timeBits - 1
    // A hash begins with the level of the anchor, so that few pairs of other pieces are made.
    let lowest = PairHash.anchorLevel(of: UInt32(truncatingIfNeeded: range.lowerBound) << bucketShift)
    let highest = PairHash.anchorLevel(of: UInt32(truncatingIfNeeded: range.upperBound - 1) << bucketShift | bucketMask)
    piece.withUnsafeMutableBufferPointer { piece in
      next.withUnsafeMutableBufferPointer { next in
        for (list, start) in zip(lists, starts) {
          maker.pairs(of: list, fan: Self.fan, anchors: lowest...highest) { key, tick in
            let bucket = Int(key >> bucketShift) - range.lowerBound
            guard bucket >= 0, bucket < range.count else { return }
            let frame = min(start + tick / Analysis.ticksPerFrame, lastFrame)
            let posting = ((key >> keyShift) & remainderMask) << timeBits | UInt32(truncatingIfNeeded: frame)
            piece[Int(next[bucket])] = posting.littleEndian
            next[bucket] += 1
          }
        }
        // After filling, a bucket's next place is its end.
        var begin = 0
        for bucket in 0..<next.count {
          let end = Int(next[bucket])
          sort(&piece[begin..<end])
          begin = end
        }
      }
    }
  }

  private func sort(_ bucket: inout Slice<UnsafeMutableBufferPointer<UInt32>>) {
    #if _endian(little)
      bucket.sort()
    #else
      bucket.sort { UInt32(littleEndian: $0) < UInt32(littleEndian: $1) }
    #endif
  }
}
