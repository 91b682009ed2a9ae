@testable import Fingerprinting

/// Index sections in memory, which tests can damage.
final class IndexSamples {
  var parameters: [UInt8]
  var directory: [UInt8]
  var postings: [UInt8]
  let fingerprints: [Fingerprint]
  private var held: [UnsafeMutableRawBufferPointer] = []

  init(_ fingerprints: [Fingerprint]) throws {
    self.fingerprints = fingerprints
    parameters = []
    directory = []
    postings = []
    let image = try LandmarkIndexImage(building: materials())
    parameters = image.parameters
    directory = image.directory
    postings = image.postings
  }

  deinit { for buffer in held { buffer.deallocate() } }

  func materials() -> [IndexedMaterial] {
    fingerprints.map { IndexedMaterial(duration: $0.duration, peaks: hold($0.peaks)) }
  }

  /// A copy of exactly the right size, so that a sanitizer or guard notices reads beyond it.
  func hold(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    buffer.copyBytes(from: bytes)
    held.append(buffer)
    return UnsafeRawBufferPointer(buffer)
  }

  func open(_ materials: [IndexedMaterial]? = nil) throws -> LandmarkIndex {
    try LandmarkIndex(
      parameters: hold(parameters), directory: hold(directory), postings: hold(postings),
      materials: materials ?? self.materials(), owner: self)
  }
}
