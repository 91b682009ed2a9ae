extension LandmarkIndexImage {
  /// The index over the materials of `base` and, behind them, `added`: the same bytes as built from all of them, in the time
  /// it takes to copy the postings. nil when the bits must be divided anew, as they are each time the materials have doubled.
  ///
  /// - Throws: `FingerprintError` for malformed landmarks or more audio than one index holds.
  init?(extending base: LandmarkIndex, with added: [IndexedMaterial]) throws {
    let lists = try added.map { material in
      guard let list = PeakList(material.peaks) else {
        throw FingerprintError.malformed("the sizes do not fit together")
      }
      return list
    }
    let starts = try IndexGeometry.starts(durations: base.durations + added.map(\.duration))
    let old = base.geometry
    guard old.fan == Self.fan else { return nil }
    let pairs = Self.sortedPairs(lists, starts.dropFirst(base.materialCount), old)
    let geometry = try IndexGeometry(
      frames: starts.last ?? 0, postingCount: old.postingCount + pairs.count, fan: Self.fan,
      materialCount: base.materialCount + added.count)
    guard geometry.directoryBits == old.directoryBits, geometry.keyBits == old.keyBits,
      geometry.timeBits == old.timeBits,
      let merged = Self.merge(base, pairs)
    else { return nil }
    parameters = geometry.bytes
    (directory, postings) = merged
  }

  /// The pairs of new materials as bucket << 32 | posting, ascending.
  private static func sortedPairs(_ lists: [PeakList], _ starts: ArraySlice<Int>, _ geometry: IndexGeometry) -> [UInt64]
  {
    let bucketShift = UInt32(PairHash.bits - geometry.directoryBits)
    let keyShift = UInt32(PairHash.bits - geometry.keyBits)
    let remainderMask = UInt32(1) << UInt32(geometry.remainderBits) - 1
    let lastFrame = 1 << geometry.timeBits - 1
    var maker = PairMaker()
    var pairs: [UInt64] = []
    for (list, start) in zip(lists, starts) {
      maker.pairs(of: list, fan: fan) { key, tick in
        let remainder = (key >> keyShift) & remainderMask
        let frame = min(start + tick / Analysis.ticksPerFrame, lastFrame)
        let posting = remainder << UInt32(geometry.timeBits) | UInt32(truncatingIfNeeded: frame)
        pairs.append(UInt64(key >> bucketShift) << 32 | UInt64(posting))
      }
    }
    pairs.sort()
    return pairs
  }

  /// Old postings and new ones, bucket by bucket; nil when the old directory is out of order.
  private static func merge(_ base: LandmarkIndex, _ pairs: [UInt64]) -> (directory: [UInt8], postings: [UInt8])? {
    let oldCount = base.geometry.postingCount
    let buckets = 1 << base.geometry.directoryBits
    var directory: [UInt8] = []
    directory.reserveCapacity(4 * (buckets + 1))
    var isOrdered = true
    let postings = [UInt8](unsafeUninitializedCapacity: 4 * (oldCount + pairs.count)) { bytes, count in
      var target = UnsafeMutableRawBufferPointer(bytes)
      var copied = 0
      func copyOld(until end: Int) {
        let run = UnsafeRawBufferPointer(start: base.postings + 4 * copied, count: 4 * (end - copied))
        target.copyMemory(from: run)
        target = UnsafeMutableRawBufferPointer(rebasing: target[run.count...])
        copied = end
      }
      var next = 0
      for bucket in 0...buckets {
        let first = Int(base.directory.littleEndianWord(at: 4 * bucket))
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: first + next).littleEndian) { directory.append(contentsOf: $0) }
        guard bucket < buckets, next < pairs.count, pairs[next] >> 32 == bucket else { continue }
        let last = Int(base.directory.littleEndianWord(at: 4 * bucket + 4))
        guard first >= copied, last >= first, last <= oldCount else {
          isOrdered = false
          return
        }
        copyOld(until: first)
        while next < pairs.count, pairs[next] >> 32 == bucket {
          let posting = UInt32(truncatingIfNeeded: pairs[next])
          var end = copied
          while end < last, base.postings.littleEndianWord(at: 4 * end) <= posting { end += 1 }
          copyOld(until: end)
          target.storeBytes(of: posting.littleEndian, as: UInt32.self)
          target = UnsafeMutableRawBufferPointer(rebasing: target[4...])
          next += 1
        }
      }
      copyOld(until: oldCount)
      count = bytes.count - target.count
    }
    guard isOrdered, postings.count == 4 * (oldCount + pairs.count) else { return nil }
    return (directory, postings)
  }
}
