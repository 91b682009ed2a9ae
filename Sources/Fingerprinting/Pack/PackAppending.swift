internal import Glibc

/// One more segment on its way to the end of a pack's own file.
///
/// What was there is not touched, only the header that does not count is written over, last; so who has the file mapped
/// goes on with the old state, and a stop at any moment leaves the old state or the new one. The tail that is left then
/// is cut off by the next writer: no header that counted ever led there.
final class PackAppending {
  private let base: Pack
  private let system: PackSystemCalls
  private let descriptor: Int32
  private var isLedTo = false
  let output: PackOutput

  /// nil when segments cannot be appended: the file is not the one `base` was opened from or was changed since, it has no
  /// room for a second header, it may not be written, it has other names, somebody else is at it.
  init?(_ base: Pack, _ destination: PackDestination, segment: UInt32, system: PackSystemCalls) {
    guard base.place.hasRoom, base.place.headerBytes == PackFormat.headerBytes,
      base.place.version <= .roomy || base.place.version == .segmented,
      // A second name was perhaps given to keep the old state.
      let existing = destination.existing, existing.st_nlink == 1,
      PackSource.Identity(existing) == base.body.source.identity
    else { return nil }
    let descriptor = open(destination.target, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    let end = Int(base.header.fileBytes)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isUnchanged(descriptor, base, destination.target),
      Self.cut(descriptor, to: end, system), lseek(descriptor, end, SEEK_SET) == end
    else {
      close(descriptor)
      return nil
    }
    self.base = base
    self.system = system
    self.descriptor = descriptor
    output = PackOutput(destination, descriptor, size: end, segment: segment, system: system)
  }

  deinit {
    if !isLedTo { _ = system.truncate(descriptor, Int(base.header.fileBytes)) }
    close(descriptor)
  }

  /// Makes what was written the state of the pack.
  /// - Parameters:
  ///   - sections: All sections of the new state.
  ///   - header: Makes the header, given the length of the file.
  func commit(_ sections: [PackSection], _ header: (Int) -> PackHeader) throws(PackError) {
    var table: [UInt8] = []
    for section in sections { section.append(to: &table) }
    try output.pad(toMultipleOf: PackFormat.minimumAlignment)
    let offset = output.size
    try output.write(table)
    try output.flush()
    try output.synchronise()
    let bytes = header(output.size).encoded(
      sections: sections.count, table: offset, tableChecksum: PackChecksum.of(table), hasRoom: true)
    isLedTo = true
    try output.overwrite(bytes, at: base.place.headerOffset == 0 ? PackFormat.secondHeaderOffset : 0)
    try output.synchronise()
    // The first header of a pack that had one segment: so that programs that know only those say what they met.
    guard base.place.version.major == PackFormat.wholeMajor else { return }
    try output.overwrite(bytes, at: 0)
    try output.synchronise()
  }

  /// Whether the file is still in the state that `base` was opened in.
  private static func isUnchanged(_ descriptor: Int32, _ base: Pack, _ path: String) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, PackSource.Identity(status) == base.body.source.identity,
      let source = try? PackSource(path: path), source.identity == base.body.source.identity,
      let (header, place) = try? PackHeader.read(from: source)
    else { return false }
    return header == base.header && place.headerOffset == base.place.headerOffset
      && place.checksum == base.place.checksum
  }

  /// Cuts what a writer left that was stopped.
  private static func cut(_ descriptor: Int32, to end: Int, _ system: PackSystemCalls) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return status.st_size == end || system.truncate(descriptor, end) == 0
  }
}
