extension CandidateSearch {
  /// Makes the pairs that end in the landmarks `targets` and collects the offsets of their postings.
  func lookUp(_ peaks: StreamPeaks, _ targets: Range<Int>, _ number: Int) {
    let hypothesis = hypotheses[number]
    hitCount = 0
    rangeCount = 0
    guard let first = targets.first else { return }
    // Pairs are counted afresh for every speed, from the first anchor on that reaches a new target.
    let earliest = peaks.firstIndex(at: peaks[first].tick - 2 * PairHash.farthest - 8)
    for anchor in earliest..<targets.upperBound {
      pairs(of: anchor, peaks, targets, hypothesis, number)
    }
    flush(number)
  }

  @inline(__always)
  private func pairs(
    of anchor: Int, _ peaks: StreamPeaks, _ targets: Range<Int>, _ hypothesis: SpeedHypothesis, _ number: Int
  ) {
    let from = peaks[anchor]
    let scale = 1 / hypothesis.speed
    let level = Int(Self.level(from.frequency, scale))
    let base = UInt32(
      truncatingIfNeeded: Int((Double(from.tick) * hypothesis.speed / Double(Analysis.ticksPerFrame)).rounded()))
    var left = hypothesis.fan
    var target = anchor + 1
    let widest = (PairHash.widestLevels + 1) * PairHash.unitsPerLevel
    while left > 0, target < targets.upperBound {
      let to = peaks[target]
      let frames = Int((Double(to.tick - from.tick) * hypothesis.speed / 2 + 0.5))
      if frames > PairHash.farthest + 1 { return }
      let index = target
      target += 1
      guard frames >= PairHash.nearest - 1 else { continue }
      let difference = Int(Self.level(to.frequency, scale)) - level
      guard abs(difference) <= widest else { continue }
      left -= 1
      // Counted above, but looked up already when its target was new.
      guard index >= targets.lowerBound else { continue }
      probe(level, difference, frames, base, hypothesis, number)
    }
  }

  @inline(__always)
  private static func level(_ frequency: Int, _ scale: Double) -> Int16 {
    PairHash.levels[min(Int(Double(frequency) * scale + 0.5), Analysis.frequencySteps - 1)]
  }

  /// Collects the hashes of a pair.
  @inline(__always)
  private func probe(
    _ level: Int, _ difference: Int, _ frames: Int, _ base: UInt32, _ hypothesis: SpeedHypothesis, _ number: Int
  ) {
    let shortest = max(PairHash.nearest, frames - 1)
    let longest = min(PairHash.farthest, frames + 1)
    for levelCell in ((level - hypothesis.levelTolerance) >> 4)...((level + hypothesis.levelTolerance) >> 4) {
      let levelFractions = Self.fractions(of: levelCell, near: level, hypothesis.levelTolerance)
      // A cell of which only an edge is near enough is not worth its look-up.
      guard levelFractions.nonzeroBitCount > 1 else { continue }
      let reach = hypothesis.differenceTolerance
      for differenceCell in ((difference - reach) >> 4)...((difference + reach) >> 4) {
        let differenceFractions = Self.fractions(of: differenceCell, near: difference, reach)
        guard differenceFractions.nonzeroBitCount > 1 else { continue }
        var fractions: UInt32 = 0
        for i in 0..<4 where levelFractions >> i & 1 != 0 { fractions |= differenceFractions << (4 * UInt32(i)) }
        ranges[rangeCount] = HashRange(
          lowest: PairHash.cell(level: levelCell, difference: differenceCell, frames: shortest) << 4,
          highest: PairHash.cell(level: levelCell, difference: differenceCell, frames: longest) << 4 | 15,
          fractions: fractions, base: base)
        rangeCount += 1
      }
    }
    if rangeCount >= Self.batch { flush(number) }
  }

  /// Bit i is set when the middle of quarter i of a cell is within `tolerance` of a value.
  @inline(__always)
  private static func fractions(of cell: Int, near value: Int, _ tolerance: Int) -> UInt32 {
    var bits: UInt32 = 0
    for quarter in 0..<4 where abs(cell * 16 + quarter * 4 + 2 - value) <= tolerance { bits |= 1 << UInt32(quarter) }
    return bits
  }

  /// Looks the collected hashes up in one segment after the other.
  private func flush(_ number: Int) {
    for segment in index.segments { lookUp(segment, sketches[number]) }
    rangeCount = 0
  }

  /// First all directory entries, then the postings, so that the waits for memory overlap.
  private func lookUp(_ segment: IndexSegment, _ sketch: OffsetSketch) {
    let probes = probes
    let count = makeProbes(segment)
    let postings = segment.postings
    // The loads of this loop do not wait for each other; the search below starts where they reached.
    var touched: UInt32 = 0
    for i in 0..<count {
      touched &+= postings.littleEndianWord(at: 4 * Int((probes[i].begin &+ probes[i].end) / 2))
    }
    warmth = touched
    let timeBits = UInt32(segment.geometry.timeBits)
    let timeMask = (UInt32(1) << timeBits) - 1
    let hits = hits
    let known = hitCount
    var hitCount = hitCount
    var compared = 0
    for i in 0..<count {
      let probe = probes[i]
      let size = Int(probe.end) - Int(probe.begin)
      guard size <= Self.mostPostings, hitCount + size <= Self.mostHits else { continue }
      // Postings of a bucket are in order, those wanted stand together.
      var place = Int(probe.begin)
      let end = Int(probe.end)
      if size > 8 { place = Self.firstPlace(postings, place, end, atLeast: probe.lowest << timeBits) }
      let last = probe.highest << timeBits | timeMask
      let firstHit = hitCount
      let firstCompared = place
      while place < end {
        let posting = postings.littleEndianWord(at: 4 * place)
        if posting > last { break }
        let remainder = posting >> timeBits
        // Written always, kept if it fits: the outcome is too uncertain for a branch.
        hits[hitCount] = (posting & timeMask) &- probe.base
        hitCount &+= Int(probe.fractions &>> (remainder & 15) & 1) & (remainder >= probe.lowest ? 1 : 0)
        place &+= 1
      }
      compared += place - firstCompared
      if let removed = segment.removed {
        hitCount = withoutRemoved(firstHit..<hitCount, probe.base, removed)
      }
      for hit in firstHit..<hitCount { sketch.add(hits[hit]) }
    }
    work.probes += count
    work.postings += compared
    work.hits += hitCount - known
    self.hitCount = hitCount
  }

  /// The collected hashes as probes of a segment, without those of empty buckets.
  /// - Returns: How many there are.
  @inline(__always)
  private func makeProbes(_ segment: IndexSegment) -> Int {
    let geometry = segment.geometry
    let directory = segment.directory
    let total = UInt32(truncatingIfNeeded: geometry.postingCount)
    let keyShift = UInt32(PairHash.bits - geometry.keyBits)
    let remainderBits = UInt32(geometry.remainderBits)
    let remainderMask = (UInt32(1) << remainderBits) - 1
    let wholeKey = geometry.keyBits == PairHash.bits
    let probes = probes
    var count = 0
    for i in 0..<rangeCount {
      let range = ranges[i]
      let low = range.lowest >> keyShift
      let high = range.highest >> keyShift
      for bucket in (low >> remainderBits)...(high >> remainderBits) {
        let begin = min(directory.littleEndianWord(at: 4 * Int(bucket)), total)
        let end = min(directory.littleEndianWord(at: 4 * Int(bucket) + 4), total)
        probes[count] = Probe(
          begin: begin, end: end, lowest: bucket == low >> remainderBits ? low & remainderMask : 0,
          highest: bucket == high >> remainderBits ? high & remainderMask : remainderMask,
          fractions: wholeKey ? range.fractions : 0xFFFF, base: range.base &- segment.origin)
        count &+= end > begin ? 1 : 0
      }
    }
    return count
  }

  /// Moves the hits of materials that are still there together.
  /// - Returns: The end of what is left.
  private func withoutRemoved(_ range: Range<Int>, _ base: UInt32, _ removed: UnsafePointer<UInt64>) -> Int {
    var kept = range.lowerBound
    for hit in range {
      hits[kept] = hits[hit]
      kept &+= RemovedFrames.contains(hits[hit] &+ base, removed) ? 0 : 1
    }
    return kept
  }

  @inline(__always)
  private static func firstPlace(
    _ postings: UnsafeRawPointer, _ begin: Int, _ end: Int, atLeast value: UInt32
  ) -> Int {
    var low = begin
    var length = end - begin
    while length > 4 {
      let half = length / 2
      low = postings.littleEndianWord(at: 4 * (low + half)) < value ? low + half : low
      length -= half
    }
    return low
  }

  /// Gives the fullest offsets among the new hits, at most one a cell.
  func nominate(_ number: Int, _ body: (Candidate) -> Void) {
    let sketch = sketches[number]
    weightCounts.update(repeating: 0, count: Self.mostWeight + 1)
    for i in 0..<hitCount {
      let weight = min(sketch.weight(hits[i]), Self.mostWeight)
      weights[i] = UInt16(truncatingIfNeeded: weight)
      weightCounts[weight] += 1
    }
    // The lowest weight that leaves a few times as many hits as candidates; hits of one line share its weight.
    var threshold = Self.mostWeight
    var above: Int32 = 0
    while threshold >= 2, above < 8 * Int32(hypotheses[number].candidates) {
      above += weightCounts[threshold]
      threshold -= 1
    }
    candidates.removeAll(keepingCapacity: true)
    for i in 0..<hitCount where Int(weights[i]) > threshold {
      propose(Candidate(hypothesis: number, offset: hits[i], weight: Int(weights[i])))
    }
    for candidate in candidates { body(candidate) }
  }

  private func propose(_ candidate: Candidate) {
    let cell = OffsetSketch.cell(candidate.offset)
    var weakest = 0
    for i in candidates.indices {
      let other = OffsetSketch.cell(candidates[i].offset)
      if other == cell || other == cell &+ 1 || other &+ 1 == cell {
        if candidate.weight > candidates[i].weight { candidates[i] = candidate }
        return
      }
      if candidates[i].weight < candidates[weakest].weight { weakest = i }
    }
    if candidates.count < hypotheses[candidate.hypothesis].candidates {
      candidates.append(candidate)
    } else if candidate.weight > candidates[weakest].weight {
      candidates[weakest] = candidate
    }
  }
}
