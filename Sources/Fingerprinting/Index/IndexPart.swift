/// What a `LandmarkIndex` is made of: the sections of one segment and its materials.
struct IndexPart {
  var parameters: UnsafeRawBufferPointer
  var directory: UnsafeRawBufferPointer
  var postings: UnsafeRawBufferPointer
  /// All materials the segment was built with, in that order.
  var materials: [IndexedMaterial]
  /// The number of each material in the whole index; nil for one that is removed.
  var numbers: [Int?]
}
