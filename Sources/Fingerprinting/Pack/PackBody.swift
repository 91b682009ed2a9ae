/// Where the section bodies of an open pack are checked: in the file, which may be cut or changed while it is mapped, or
/// in the copy in memory, which is then what is used.
struct PackBody: Sendable {
  let source: PackSource
  let mapping: PackMapping
  let isCopy: Bool

  /// The CRC-32 of a range of the pack, made in pieces; nil when `isCancelled` said so in between.
  func checksum(of range: Range<Int>, isCancelled: () -> Bool = { false }) throws(PackError) -> UInt32? {
    var checksum = PackChecksum()
    var buffer = [UInt8](repeating: 0, count: isCopy ? 0 : min(range.count, 1 << 20))
    var place = range.lowerBound
    while place < range.upperBound {
      if isCancelled() { return nil }
      let count = min(1 << 20, range.upperBound - place)
      if isCopy {
        checksum.add(mapping.part(place..<(place + count)))
      } else {
        try buffer.withMutableBytes { (buffer) throws(PackError) in
          let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
          try source.read(into: piece, at: place)
          checksum.add(UnsafeRawBufferPointer(piece))
        }
      }
      place += count
    }
    return checksum.value
  }
}
