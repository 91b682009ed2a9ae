internal import Glibc

/// A pack on its way to disk: a file beside its destination that takes the destination's place in one step, or none.
///
/// Whatever fails, the file that was there stays as it was and the new one is removed. A process killed on the way leaves
/// a file NAME.tmp-XXXXXXXX, which the next writer of the pack clears away.
final class PackOutput {
  private let destination: PackDestination
  private let system: PackSystemCalls
  private let temporary: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var checksum = PackChecksum()
  private var isPublished = false
  /// The sections written so far.
  private(set) var sections: [PackSection] = []
  /// How many bytes the file has so far.
  private(set) var size = 0

  private static let bufferBytes = 1 << 18

  /// Makes the temporary file, with room for the header and the table of `sections` sections at its start.
  init(_ destination: PackDestination, sections: Int, system: PackSystemCalls) throws(PackError) {
    self.destination = destination
    self.system = system
    PackLeftovers.remove(of: destination)
    // A long name is cut so that the longer one is still a file name.
    let stem = String(decoding: destination.name.utf8.prefix(200), as: UTF8.self)
    var opened: (path: String, descriptor: Int32)?
    var failure: Int32 = EEXIST
    for _ in 0..<100 where opened == nil && (failure == EEXIST || failure == EINTR) {
      let digits = String(UInt32.random(in: 0...UInt32.max), radix: 16)
      let path = "\(destination.directory)/\(stem).tmp-\(String(repeating: "0", count: 8 - digits.count))\(digits)"
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { opened = (path, descriptor) } else { failure = errno }
    }
    guard let opened else { throw .writing(destination.path, directory: destination.directory, failure) }
    (temporary, descriptor) = opened
    // Tells others that somebody is writing; where locks do not work the file is only not cleared away after a crash.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    if let existing = destination.existing {
      // Owner and mode stay where this user may set them; the mode last, a change of owner can take bits from it.
      _ = fchown(descriptor, existing.st_uid, existing.st_gid)
      _ = fchmod(descriptor, existing.st_mode & 0o777)
    }
    buffer.reserveCapacity(Self.bufferBytes)
    let front = PackFormat.headerBytes + sections * PackFormat.sectionEntryBytes
    try write([UInt8](repeating: 0, count: front))
  }

  deinit {
    if !isPublished { unlink(temporary) }
    close(descriptor)
  }

  /// Writes one section; `body` calls `write` as often as it likes.
  func writeSection(_ name: PackSection.Name, _ body: () throws(PackError) -> Void) throws(PackError) {
    try pad(toMultipleOf: PackFormat.sectionAlignment)
    checksum = PackChecksum()
    let start = size
    try body()
    sections.append(PackSection(name: name.rawValue, checksum: checksum.value, range: start..<size))
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
    try write([UInt8](repeating: 0, count: (alignment - size % alignment) % alignment))
  }

  /// What was written so far, to read.
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

  /// Puts `front` at the start of the file, makes sure that all of it is on disk, and puts the file in its place.
  func publish(front: [UInt8], replacing: Bool) throws(PackError) {
    try flush()
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(errno) }
    try front.withBytes { (bytes) throws(PackError) in try put(bytes) }
    try synchronise(descriptor)
    if replacing {
      guard system.rename(temporary, destination.target) == 0 else { throw failure(errno) }
    } else {
      guard link(temporary, destination.target) == 0 else {
        throw errno == EEXIST ? .exists(destination.path) : failure(errno)
      }
      unlink(temporary)
    }
    isPublished = true
    // A directory that cannot be opened or synchronised is no reason to fail: the pack is in its place.
    let directory = open(destination.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    _ = system.fsync(directory)
    close(directory)
  }

  private func flush() throws(PackError) {
    try buffer.withBytes { (bytes) throws(PackError) in try put(bytes) }
    buffer.removeAll(keepingCapacity: true)
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

  private func synchronise(_ descriptor: Int32) throws(PackError) {
    while system.fsync(descriptor) != 0 {
      // A pipe-like or network file system may know no such thing.
      if errno == EINVAL || errno == ENOTSUP { return }
      if errno != EINTR { throw failure(errno) }
    }
  }

  private func failure(_ error: Int32) -> PackError {
    .writing(destination.path, directory: destination.directory, error)
  }
}
