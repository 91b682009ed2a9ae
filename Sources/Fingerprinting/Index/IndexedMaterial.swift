/// What an index needs of one material.
public struct IndexedMaterial {
  /// Length in seconds.
  public let duration: Double
  /// The packed landmarks (`Fingerprint.peaks`); the memory outlives whatever is made from this value.
  public let peaks: UnsafeRawBufferPointer

  /// A material; what is wrong with it shows when the index is made.
  public init(duration: Double, peaks: UnsafeRawBufferPointer) {
    self.duration = duration
    self.peaks = peaks
  }
}
