/// A view over the sections of an index, as they lie in memory or in a mapped file; nothing is copied but the table of
/// materials.
public final class LandmarkIndex: @unchecked Sendable {
  // Unchecked because of the raw pointers: the memory is never written, and `owner` keeps it.

  /// Name and version of the algorithm that made the landmarks and the index; others cannot be mixed with it.
  public static let algorithm = "earmark-landmarks/1"

  let geometry: IndexGeometry
  let lists: [PeakList]
  /// First global frame of each material, and one more.
  let starts: [Int]
  let durations: [Double]
  let directory: UnsafeRawPointer
  let postings: UnsafeRawPointer
  private let owner: AnyObject?

  /// Number of materials.
  public var materialCount: Int { lists.count }
  /// Number of landmark pairs stored.
  public var postingCount: Int { geometry.postingCount }

  /// Checks the sections: sizes, the whole directory, the sizes of every list of landmarks. What postings and landmarks say
  /// is not checked; whatever they say, nothing is read outside the buffers.
  ///
  /// - Parameters:
  ///   - materials: in the order the index was built with.
  ///   - owner: kept alive as long as the index, to hold the memory of the buffers.
  /// - Throws: `FingerprintError` when anything does not fit.
  public init(
    parameters: UnsafeRawBufferPointer, directory: UnsafeRawBufferPointer, postings: UnsafeRawBufferPointer,
    materials: [IndexedMaterial], owner: AnyObject? = nil
  ) throws {
    guard let geometry = IndexGeometry(parameters) else {
      throw FingerprintError.damagedIndex("its parameters are not understood")
    }
    guard geometry.materialCount == materials.count else {
      throw FingerprintError.damagedIndex("it was built over another number of materials")
    }
    guard let directoryBase = directory.baseAddress, directory.count == 4 * (1 << geometry.directoryBits + 1) else {
      throw FingerprintError.damagedIndex("the directory has the wrong size")
    }
    guard postings.count == 4 * geometry.postingCount else {
      throw FingerprintError.damagedIndex("the postings have the wrong size")
    }
    var last: UInt32 = 0
    for bucket in 0...(1 << geometry.directoryBits) {
      let first = directoryBase.littleEndianWord(at: 4 * bucket)
      guard first >= last, bucket > 0 || first == 0 else {
        throw FingerprintError.damagedIndex("the directory is not in order")
      }
      last = first
    }
    guard Int(last) == geometry.postingCount else {
      throw FingerprintError.damagedIndex("the directory does not end with the postings")
    }
    lists = try materials.map { material in
      guard let list = PeakList(material.peaks) else {
        throw FingerprintError.damagedIndex("the landmarks of a material have the wrong size")
      }
      return list
    }
    starts = try IndexGeometry.starts(durations: materials.map(\.duration))
    guard let end = starts.last, end < 1 << geometry.timeBits else {
      throw FingerprintError.damagedIndex("the materials are longer than its time line")
    }
    durations = materials.map(\.duration)
    self.geometry = geometry
    self.directory = directoryBase
    self.postings = postings.baseAddress ?? directoryBase
    self.owner = owner
  }

  /// The material whose stretch of the time line, with half the gap on either side, holds a global frame.
  func material(atFrame frame: Int) -> Int? {
    guard !lists.isEmpty, frame >= starts[0] - IndexGeometry.gap / 2 else { return nil }
    var low = 0
    var high = lists.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] - IndexGeometry.gap / 2 <= frame { low = middle } else { high = middle }
    }
    return frame < starts[low + 1] - IndexGeometry.gap / 2 ? low : nil
  }
}
