/// Counts hits by offset (place in the time line minus place in the stream) with an exponential memory.
///
/// A cell stands for four frames of offset; cells are shared modulo the size of the table, which only blurs: what the
/// sketch nominates is verified elsewhere. Memory and cost do not depend on how far back the memory reaches.
struct OffsetSketch {
  /// What a hit adds: so that cells fade smoothly, and do not saturate before 1,000 hits.
  static let hit: UInt16 = 64
  private static let cellShift: UInt32 = 2

  private let cells: UnsafeMutablePointer<UInt16>
  private let count: Int
  private let mask: UInt32

  /// - Parameter bits: log2 of the number of cells, 8 or more.
  init(bits: Int) {
    count = 1 << bits
    mask = UInt32(truncatingIfNeeded: count - 1)
    cells = .allocate(capacity: count)
    cells.initialize(repeating: 0, count: count)
  }

  func deallocate() { cells.deallocate() }

  func clear() { cells.update(repeating: 0, count: count) }

  /// Fades all counts by a quarter, `quarters` times.
  func fade(quarters: Int) {
    let raw = UnsafeMutableRawPointer(cells)
    for _ in 0..<quarters {
      for byte in stride(from: 0, to: 2 * count, by: 32) {
        let value = raw.loadUnaligned(fromByteOffset: byte, as: SIMD16<UInt16>.self)
        raw.storeBytes(of: value &- (value &>> 2), toByteOffset: byte, as: SIMD16<UInt16>.self)
      }
    }
  }

  @inline(__always)
  func add(_ offset: UInt32) {
    let cell = cells + Int((offset >> Self.cellShift) & mask)
    let (sum, overflow) = cell.pointee.addingReportingOverflow(Self.hit)
    cell.pointee = overflow ? .max : sum
  }

  /// Hits around an offset, of its cell and the fuller neighbour.
  @inline(__always)
  func weight(_ offset: UInt32) -> Int {
    let cell = offset >> Self.cellShift
    let before = cells[Int((cell &- 1) & mask)]
    let after = cells[Int((cell &+ 1) & mask)]
    return (Int(cells[Int(cell & mask)]) + Int(max(before, after))) / Int(Self.hit)
  }

  /// The cell of an offset, to tell whether two offsets share one.
  static func cell(_ offset: UInt32) -> UInt32 { offset >> cellShift }
}
