/// One part of an index, built at once: the postings of a run of materials, on a time line of their own.
///
/// A trivial value, so that a look-up through all segments counts no references; `LandmarkIndex` keeps the memory.
struct IndexSegment {
  let geometry: IndexGeometry
  let directory: UnsafeRawPointer
  let postings: UnsafeRawPointer
  /// Where its time line begins on that of the whole index, frames.
  let origin: UInt32
  /// The frames of removed materials (`RemovedFrames`); nil when no material is removed.
  let removed: UnsafePointer<UInt64>?

  /// Checks the sections: sizes and the whole directory. What the postings say is not checked.
  ///
  /// - Throws: `FingerprintError` when anything does not fit.
  init(
    parameters: UnsafeRawBufferPointer, directory: UnsafeRawBufferPointer, postings: UnsafeRawBufferPointer,
    materialCount: Int, frames: Int, origin: Int, removed: UnsafePointer<UInt64>?
  ) throws {
    guard let geometry = IndexGeometry(parameters) else {
      throw FingerprintError.damagedIndex("its parameters are not understood")
    }
    guard geometry.materialCount == materialCount else {
      throw FingerprintError.damagedIndex("it was built over another number of materials")
    }
    guard frames < 1 << geometry.timeBits else {
      throw FingerprintError.damagedIndex("the materials are longer than its time line")
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
    self.geometry = geometry
    self.directory = directoryBase
    self.postings = postings.baseAddress ?? directoryBase
    self.origin = UInt32(truncatingIfNeeded: origin)
    self.removed = removed
  }
}
