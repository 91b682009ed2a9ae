internal import Glibc

/// Sections on their way to an open file, one behind another.
///
/// The file belongs to a `PackReplacement` or a `PackAppending`, which outlives the output.
final class PackOutput {
  private let destination: PackDestination
  private let system: PackSystemCalls
  private let descriptor: Int32
  private let segment: UInt32
  private var buffer: [UInt8] = []
  private var checksum = PackChecksum()
  /// The sections written so far.
  private(set) var sections: [PackSection] = []
  /// How long the file is with all that was written so far.
  private(set) var size: Int

  private static let bufferBytes = 1 << 18

  /// - Parameters:
  ///   - descriptor: Of a file whose position is at `size`.
  ///   - segment: The number of the segment that is written.
  init(_ destination: PackDestination, _ descriptor: Int32, size: Int, segment: UInt32, system: PackSystemCalls) {
    self.destination = destination
    self.descriptor = descriptor
    self.size = size
    self.segment = segment
    self.system = system
    buffer.reserveCapacity(Self.bufferBytes)
  }

  /// Writes one section; `body` calls `write` as often as it likes.
  func writeSection(_ name: PackSection.Name, _ body: () throws(PackError) -> Void) throws(PackError) {
    try pad(toMultipleOf: PackFormat.sectionAlignment)
    checksum = PackChecksum()
    let start = size
    try body()
    sections.append(
      PackSection(name: name.rawValue, checksum: checksum.value, range: start..<size, segment: segment))
  }

  /// Writes bytes at the end of the file.
  func write(_ bytes: [UInt8]) throws(PackError) {
    try bytes.withBytes { (bytes) throws(PackError) in try write(bytes) }
  }

  /// Writes bytes at the end of the file.
  func write(_ bytes: UnsafeRawBufferPointer) throws(PackError) {
    size += bytes.count
    if bytes.count < Self.bufferBytes {
      checksum.add(bytes)
      if buffer.count + bytes.count > Self.bufferBytes { try flush() }
      buffer.append(contentsOf: bytes)
      return
    }
    try flush()
    // In pieces that are still in the cache when they are written.
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.bufferBytes))
      checksum.add(piece)
      try put(piece)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }

  /// Writes zero bytes up to a multiple of `alignment`.
  func pad(toMultipleOf alignment: Int) throws(PackError) {
    try pad(to: (size + alignment - 1) / alignment * alignment)
  }

  /// Writes zero bytes until the file has `length` bytes.
  func pad(to length: Int) throws(PackError) {
    if length > size { try write([UInt8](repeating: 0, count: length - size)) }
  }

  /// The file as far as it was written, to read.
  func mapWritten() throws(PackError) -> PackMapping {
    try flush()
    if let mapping = PackMapping(file: descriptor, size: size) { return mapping }
    guard let mapping = PackMapping(memory: size) else { throw failure(ENOMEM) }
    try mapping.fill { (buffer) throws(PackError) in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = pread(descriptor, rest.baseAddress, rest.count, done)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { throw failure(count < 0 ? errno : EIO) }
        done += count
      }
    }
    return mapping
  }

  /// Gives everything written so far to the operating system.
  func flush() throws(PackError) {
    try buffer.withBytes { (bytes) throws(PackError) in try put(bytes) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes over what stands at `offset`; nothing can be written at the end after that.
  func overwrite(_ bytes: [UInt8], at offset: Int) throws(PackError) {
    try flush()
    guard lseek(descriptor, offset, SEEK_SET) == offset else { throw failure(errno) }
    try bytes.withBytes { (bytes) throws(PackError) in try put(bytes) }
  }

  /// Waits until everything that was flushed is on disk.
  func synchronise() throws(PackError) {
    while system.fsync(descriptor) != 0 {
      // A pipe-like or network file system may know no such thing.
      if errno == EINVAL || errno == ENOTSUP { return }
      if errno != EINTR { throw failure(errno) }
    }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(PackError) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = system.write(descriptor, start, rest.count)
      if count < 0 && errno == EINTR { continue }
      // A write that takes nothing would be tried for ever.
      if count <= 0 { throw failure(count < 0 ? errno : ENOSPC) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private func failure(_ error: Int32) -> PackError {
    .writing(destination.path, directory: destination.directory, error)
  }
}
