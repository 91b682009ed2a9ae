/// Finds lines worth verifying: looks up the pairs of new landmarks at every speed and counts the offsets they hit.
///
/// The work of one call is bounded whatever the audio: probes, postings of a probe and hits all have a cap.
final class CandidateSearch {
  /// A nominated line: at speed `speed`, time line = `offset` + speed · stream, in frames.
  struct Candidate {
    var hypothesis: Int
    var offset: UInt32
    var weight: Int
  }

  /// Ranges that are collected before they are looked up in every segment.
  static let batch = 192
  /// Ranges that one pair of landmarks can add to them.
  static let mostRanges = 64
  /// Buckets of one segment that one range can reach into: it spans three cells, and no bucket is less than one.
  static let bucketsPerRange = 3
  static let mostHits = 1 << 16
  static let mostPostings = 1_024
  /// Hits at one offset that are told apart.
  static let mostWeight = 1_023

  let hypotheses: [SpeedHypothesis]
  let index: LandmarkIndex
  let sketches: [OffsetSketch]
  let ranges: UnsafeMutablePointer<HashRange>
  var rangeCount = 0
  let probes: UnsafeMutablePointer<Probe>
  let hits: UnsafeMutablePointer<UInt32>
  var hitCount = 0
  var work = SearchWork()
  /// Keeps the compiler from dropping loads that only warm the cache.
  var warmth: UInt32 = 0
  let weights: UnsafeMutablePointer<UInt16>
  let weightCounts: UnsafeMutablePointer<Int32>
  var candidates: [Candidate] = []
  /// Index of the next landmark to search with as target.
  private var next = 0
  private var resting = false

  init(index: LandmarkIndex, hypotheses: [SpeedHypothesis], from next: Int) {
    self.index = index
    self.hypotheses = hypotheses
    self.next = next
    sketches = hypotheses.map { OffsetSketch(bits: $0.sketchBits) }
    ranges = .allocate(capacity: Self.batch + Self.mostRanges)
    probes = .allocate(capacity: Self.bucketsPerRange * (Self.batch + Self.mostRanges))
    hits = .allocate(capacity: Self.mostHits + 1)
    weights = .allocate(capacity: Self.mostHits)
    weightCounts = .allocate(capacity: Self.mostWeight + 1)
    candidates.reserveCapacity(64)
  }

  deinit {
    for sketch in sketches { sketch.deallocate() }
    ranges.deallocate()
    probes.deallocate()
    hits.deallocate()
    weights.deallocate()
    weightCounts.deallocate()
  }

  /// Forgets what was counted and starts with landmark `next`.
  func reset(from next: Int) {
    for sketch in sketches { sketch.clear() }
    self.next = next
    resting = false
  }

  /// Leaves the new landmarks alone for now, because a line explains them.
  func rest() {
    guard !resting else { return }
    resting = true
    for sketch in sketches { sketch.clear() }
  }

  /// Searches with the landmarks that are new since the last call, or after a rest with those of the last
  /// `memory` ticks.
  ///
  /// - Parameter elapsed: seconds since the last call.
  func search(_ peaks: StreamPeaks, elapsed: Double, memory: Int, _ body: (Candidate) -> Void) {
    let last = peaks.count
    guard last > 0 else { return }
    if resting {
      resting = false
      next = max(next, peaks.firstIndex(at: peaks[last - 1].tick - memory))
    }
    let first = max(next, peaks.oldest)
    next = last
    // A quarter fades away each second.
    let quarters = max(1, Int(elapsed.rounded()))
    for hypothesis in hypotheses.indices {
      sketches[hypothesis].fade(quarters: quarters)
      lookUp(peaks, first..<last, hypothesis)
      nominate(hypothesis, body)
    }
  }
}
