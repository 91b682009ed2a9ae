extension CandidateSearch {
  /// Makes the pairs that end in the landmarks `targets` and collects the offsets of their postings.
  func lookUp(_ peaks: StreamPeaks, _ targets: Range<Int>, _ number: Int) {
    let hypothesis = hypotheses[number]
    hitCount = 0
    probeCount = 0
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

  @inline(__always)
  private func probe(
    _ level: Int, _ difference: Int, _ frames: Int, _ base: UInt32, _ hypothesis: SpeedHypothesis, _ number: Int
  ) {
    let geometry = index.geometry
    let keyShift = UInt32(PairHash.bits - geometry.keyBits)
    let remainderBits = UInt32(geometry.remainderBits)
    let remainderMask = (UInt32(1) << remainderBits) - 1
    let shortest = max(PairHash.nearest, frames - 1)
    let longest = min(PairHash.farthest, frames + 1)
    let wholeKey = geometry.keyBits == PairHash.bits
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
        let low = (PairHash.cell(level: levelCell, difference: differenceCell, frames: shortest) << 4) >> keyShift
        let high = (PairHash.cell(level: levelCell, difference: differenceCell, frames: longest) << 4 | 15) >> keyShift
        for bucket in (low >> remainderBits)...(high >> remainderBits) {
          probes[probeCount] = Probe(
            bucket: bucket, lowest: bucket == low >> remainderBits ? low & remainderMask : 0,
            highest: bucket == high >> remainderBits ? high & remainderMask : remainderMask,
            fractions: wholeKey ? fractions : 0xFFFF, base: base)
          probeCount += 1
        }
      }
    }
    if probeCount >= Self.batch { flush(number) }
  }

  /// Bit i is set when the middle of quarter i of a cell is within `tolerance` of a value.
  @inline(__always)
  private static func fractions(of cell: Int, near value: Int, _ tolerance: Int) -> UInt32 {
    var bits: UInt32 = 0
    for quarter in 0..<4 where abs(cell * 16 + quarter * 4 + 2 - value) <= tolerance { bits |= 1 << UInt32(quarter) }
    return bits
  }

  /// Looks the collected probes up: first all directory entries, then the postings, so that the waits for memory overlap.
  private func flush(_ number: Int) {
    let directory = index.directory
    let total = UInt32(truncatingIfNeeded: index.geometry.postingCount)
    let probes = probes
    let count = probeCount
    for i in 0..<count {
      probes[i].begin = min(directory.littleEndianWord(at: 4 * Int(probes[i].bucket)), total)
      probes[i].end = min(directory.littleEndianWord(at: 4 * Int(probes[i].bucket) + 4), total)
    }
    let postings = index.postings
    // The loads of this loop do not wait for each other; the search below starts where they reached.
    var touched: UInt32 = 0
    for i in 0..<count where probes[i].end > probes[i].begin {
      touched &+= postings.littleEndianWord(at: 4 * Int((probes[i].begin &+ probes[i].end) / 2))
    }
    warmth = touched
    let timeBits = UInt32(index.geometry.timeBits)
    let timeMask = (UInt32(1) << timeBits) - 1
    let sketch = sketches[number]
    let hits = hits
    let known = hitCount
    var hitCount = hitCount
    var compared = 0
    for i in 0..<count {
      let probe = probes[i]
      let size = Int(probe.end) - Int(probe.begin)
      guard size > 0, size <= Self.mostPostings, hitCount + size <= Self.mostHits else { continue }
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
      for hit in firstHit..<hitCount { sketch.add(hits[hit]) }
    }
    work.probes += count
    work.postings += compared
    work.hits += hitCount - known
    self.hitCount = hitCount
    probeCount = 0
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
