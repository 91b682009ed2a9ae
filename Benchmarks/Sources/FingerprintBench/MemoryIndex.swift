import Fingerprinting

/// An index in memory, with the bytes it looks at.
final class MemoryIndex {
  private final class Storage {
    var buffers: [UnsafeMutableRawBufferPointer] = []

    func hold(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 64)
      buffer.copyBytes(from: bytes)
      buffers.append(buffer)
      return UnsafeRawBufferPointer(rebasing: buffer[..<bytes.count])
    }

    deinit { for buffer in buffers { buffer.deallocate() } }
  }

  let index: LandmarkIndex
  let bytes: Int

  init(_ corpus: Corpus) throws {
    let storage = Storage()
    let materials = corpus.fingerprints.map {
      IndexedMaterial(duration: $0.duration, peaks: storage.hold($0.peaks))
    }
    let image = try LandmarkIndexImage(building: materials)
    bytes = image.directory.count + image.postings.count + image.parameters.count
    index = try LandmarkIndex(
      parameters: storage.hold(image.parameters), directory: storage.hold(image.directory),
      postings: storage.hold(image.postings), materials: materials, owner: storage)
  }
}
