/// How much the cells of the stream's latest 16 s stand out, and in what company.
///
/// A held note stands out for many frames, a drum beat in many bins: that a cell stands out there says little about
/// *this* cell. So each cell has a context: how much its bin stands out before and after (frames 6 to 20 away), and how
/// much the frame stands out around it. `ChanceTable` has the chances of the classes in each context.
final class SalienceMap {
  private static let frames = 1_024
  private static let bins = Analysis.bins
  /// Frames that must follow before a cell's context is known.
  private static let lookAhead = 20
  /// Frames on each side that make the context, the nearest of them 6 frames away.
  private static let side = 15
  /// Frames from a cell to the nearest that make its context.
  private static let distance = 6
  /// Bins of a band of a frame.
  private static let bandBins = 32
  private static let bands = bins / bandBins
  private static let ringRows = 64

  /// Class of each cell in the low half of a byte, the context of its bin in the upper half.
  private let cells: UnsafeMutablePointer<UInt8>
  /// Context of each band of a frame.
  private let frameContexts: UnsafeMutablePointer<UInt8>
  /// Latest classes, largest of three bins, and sums of those over `side` frames.
  private let classes: UnsafeMutablePointer<UInt8>
  private let wide: UnsafeMutablePointer<UInt8>
  private let sums: UnsafeMutablePointer<UInt8>
  private var arrived = 0
  /// Frames whose cells are complete.
  private(set) var count = 0

  init() {
    cells = .allocate(capacity: Self.frames * Self.bins)
    frameContexts = .allocate(capacity: Self.frames * Self.bands)
    classes = .allocate(capacity: Self.ringRows * Self.bins)
    wide = .allocate(capacity: Self.ringRows * Self.bins)
    sums = .allocate(capacity: Self.ringRows * Self.bins)
    cells.initialize(repeating: 0, count: Self.frames * Self.bins)
    frameContexts.initialize(repeating: 0, count: Self.frames * Self.bands)
    for ring in [classes, wide, sums] { ring.initialize(repeating: 0, count: Self.ringRows * Self.bins) }
  }

  deinit {
    cells.deallocate()
    frameContexts.deallocate()
    classes.deallocate()
    wide.deallocate()
    sums.deallocate()
  }

  func reset() {
    arrived = 0
    count = 0
  }

  /// The frame whose window is centred nearest to a tick.
  @inline(__always)
  static func frame(at tick: Int) -> Int {
    (tick - Analysis.windowSize / (2 * Analysis.samplesPerTick) + 1) / Analysis.ticksPerFrame
  }

  /// Oldest frame kept.
  var oldest: Int { max(0, count - Self.frames) }

  /// Class and context of a cell: context · 16 + class.
  @inline(__always)
  func cell(_ frame: Int, _ bin: Int) -> Int {
    let slot = frame & (Self.frames - 1)
    let value = Int(cells[slot * Self.bins + bin])
    let frameContext = Int(frameContexts[slot * Self.bands + bin / Self.bandBins])
    return (value >> 4 * ChanceTable.frameContexts + frameContext) << 4 | value & 15
  }

  /// Takes the classes of the next frame.
  func append(_ row: UnsafePointer<UInt8>) {
    let now = arrived
    arrived += 1
    Self.copy(row, slot(classes, now))
    widen(slot(classes, now), slot(wide, now))
    if now == 0 {
      // Before the beginning it was as at the beginning.
      for earlier in 1...(Self.side + Self.lookAhead + Self.distance) { Self.copy(slot(wide, 0), slot(wide, -earlier)) }
      for earlier in 0...(Self.lookAhead + Self.distance) {
        for bin in 0..<Self.bins { slot(sums, -earlier)[bin] = slot(wide, 0)[bin] &* UInt8(Self.side) }
      }
    } else {
      slide(now)
    }
    if now >= Self.lookAhead { complete(now - Self.lookAhead, until: now) }
  }

  /// Completes the cells whose future will not come: it is as the end.
  func finish() {
    guard arrived > 0 else { return }
    let end = arrived
    for now in end..<(end + Self.lookAhead) {
      Self.copy(slot(wide, end - 1), slot(wide, now))
      slide(now)
      if now >= Self.lookAhead, now - Self.lookAhead < end { complete(now - Self.lookAhead, until: now) }
    }
  }

  @inline(__always)
  private func slot(_ ring: UnsafeMutablePointer<UInt8>, _ frame: Int) -> UnsafeMutablePointer<UInt8> {
    ring + (frame & (Self.ringRows - 1)) * Self.bins
  }

  private static func copy(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
    to.update(from: from, count: bins)
  }

  /// Largest class of three bins.
  private func widen(_ from: UnsafeMutablePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
    let source = UnsafeRawPointer(from)
    let target = UnsafeMutableRawPointer(to)
    for bin in stride(from: 16, to: Self.bins - 16, by: 16) {
      let here = source.loadUnaligned(fromByteOffset: bin, as: SIMD16<UInt8>.self)
      let below = source.loadUnaligned(fromByteOffset: bin - 1, as: SIMD16<UInt8>.self)
      let above = source.loadUnaligned(fromByteOffset: bin + 1, as: SIMD16<UInt8>.self)
      var most = here.replacing(with: below, where: below .> here)
      most = most.replacing(with: above, where: above .> most)
      target.storeBytes(of: most, toByteOffset: bin, as: SIMD16<UInt8>.self)
    }
    (to + Self.bins - 16).update(from: from + Self.bins - 16, count: 16)
  }

  private func slide(_ now: Int) {
    let before = UnsafeRawPointer(slot(sums, now - 1))
    let new = UnsafeRawPointer(slot(wide, now))
    let old = UnsafeRawPointer(slot(wide, now - Self.side))
    let target = UnsafeMutableRawPointer(slot(sums, now))
    for bin in stride(from: 0, to: Self.bins, by: 16) {
      let sum =
        before.loadUnaligned(fromByteOffset: bin, as: SIMD16<UInt8>.self)
        &+ new.loadUnaligned(fromByteOffset: bin, as: SIMD16<UInt8>.self)
        &- old.loadUnaligned(fromByteOffset: bin, as: SIMD16<UInt8>.self)
      target.storeBytes(of: sum, toByteOffset: bin, as: SIMD16<UInt8>.self)
    }
  }

  private func complete(_ frame: Int, until now: Int) {
    let row = UnsafeRawPointer(slot(classes, frame))
    let past = UnsafeRawPointer(slot(sums, frame - Self.distance))
    let future = UnsafeRawPointer(slot(sums, now))
    let slotNumber = frame & (Self.frames - 1)
    let target = UnsafeMutableRawPointer(cells + slotNumber * Self.bins)
    for bin in stride(from: 0, to: Self.bins, by: 16) {
      let number = row.loadUnaligned(fromByteOffset: bin, as: SIMD16<UInt8>.self)
      let sum =
        SIMD16<Int16>(truncatingIfNeeded: past.loadUnaligned(fromByteOffset: bin, as: SIMD16<UInt8>.self))
        &+ SIMD16<Int16>(truncatingIfNeeded: future.loadUnaligned(fromByteOffset: bin, as: SIMD16<UInt8>.self))
      let context = ChanceTable.binContext(sum)
      target.storeBytes(
        of: number | (SIMD16<UInt8>(truncatingIfNeeded: context) &<< 4), toByteOffset: bin, as: SIMD16<UInt8>.self)
    }
    var bands = SIMD16<UInt16>()
    for band in 0..<Self.bands {
      let low = SIMD16<UInt16>(
        truncatingIfNeeded: row.loadUnaligned(fromByteOffset: band * Self.bandBins, as: SIMD16<UInt8>.self))
      let high = SIMD16<UInt16>(
        truncatingIfNeeded: row.loadUnaligned(fromByteOffset: band * Self.bandBins + 16, as: SIMD16<UInt8>.self))
      bands[band] = (low &+ high).wrappedSum()
    }
    for band in 0..<Self.bands {
      // Three bands, or two at the edges, in sums over 96 bins.
      let sum: UInt16
      if band == 0 {
        sum = (bands[0] + bands[1]) * 3 / 2
      } else if band == Self.bands - 1 {
        sum = (bands[band] + bands[band - 1]) * 3 / 2
      } else {
        sum = bands[band - 1] + bands[band] + bands[band + 1]
      }
      var context: UInt8 = 0
      for edge in ChanceTable.frameEdges where sum >= edge { context += 1 }
      frameContexts[slotNumber * Self.bands + band] = context
    }
    count = frame + 1
  }
}
