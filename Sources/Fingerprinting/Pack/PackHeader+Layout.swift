internal import FoundationEssentials

/// The first bytes of a pack. Numbers are little-endian.
///
///     offset  bytes  field
///          0      8  magic 89 45 41 52 50 0D 0A 1A
///          8      2  format major version, 1
///         10      2  format minor version, 0
///         12      4  H, length of this header, 192 (a newer minor version may lengthen it, up to 4096)
///         16     16  pack UUID, bytes in the order of its text
///         32      8  created, milliseconds since 1970-01-01T00:00:00Z (signed)
///         40      8  written, the same
///         48      8  generation
///         56      8  length of the file
///         64      8  offset of the section table
///         72      4  number of sections
///         76      4  CRC-32 of the section table
///         80     48  algorithm id, UTF-8, filled with zeros
///        128     56  program and version, UTF-8, filled with zeros
///        184      4  zero
///      H − 4      4  CRC-32 of the H − 4 bytes before
extension PackHeader {
  /// Where the section table stands; only the reader needs it.
  struct TablePlace {
    let headerBytes: Int
    let offset: Int
    let count: Int
    let checksum: UInt32
  }

  /// Reads the header of the file in `source`.
  static func read(from source: PackSource) throws(PackError) -> (PackHeader, TablePlace) {
    let path = source.path
    if source.size == 0 { throw .notAPack(path, "the file is empty") }
    let truncated = PackError(
      code: .truncated, path: path, message: "\(path) is cut off; copy it again or build it again")
    let magic = try source.bytes(0..<min(source.size, PackFormat.magic.count))
    guard PackFormat.magic.starts(with: magic) else { throw .notAPack(path, "it is some other kind of file") }
    guard source.size >= PackFormat.headerBytes else { throw truncated }
    let first = try source.bytes(0..<PackFormat.headerBytes)
    let (major, minor, length) = first.withUnsafeBytes {
      (
        Int($0.littleEndian(UInt16.self, at: 8)), Int($0.littleEndian(UInt16.self, at: 10)),
        Int($0.littleEndian(UInt32.self, at: 12))
      )
    }
    guard major <= PackFormat.major else {
      throw PackError(
        code: .newerMajor, path: path,
        message: "\(path) has format version \(major).\(minor) and this program reads up to \(PackFormat.major).x; "
          + "use a newer version of this program or build the pack again with this one")
    }
    guard major == PackFormat.major else { throw .damaged(path, "header", "there is no format version \(major)") }
    guard (PackFormat.headerBytes...PackFormat.maximumHeaderBytes).contains(length), length % 4 == 0 else {
      throw .damaged(path, "header", "its length is impossible")
    }
    guard source.size >= length else { throw truncated }
    let bytes = try source.bytes(0..<length)
    return try bytes.withBytes { (bytes) throws(PackError) -> (PackHeader, TablePlace) in
      let sum = PackChecksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<(length - 4)]))
      guard sum == bytes.littleEndian(UInt32.self, at: length - 4) else {
        throw .damaged(path, "header", "its checksum does not match")
      }
      let fileBytes = bytes.littleEndian(UInt64.self, at: 56)
      if fileBytes > UInt64(source.size) { throw truncated }
      if fileBytes < UInt64(source.size) { throw .damaged(path, "header", "the file is longer than it says") }
      guard let algorithm = text(in: bytes[80..<128]), let creator = text(in: bytes[128..<184]) else {
        throw .damaged(path, "header", "a text is not UTF-8")
      }
      let tableOffset = bytes.littleEndian(UInt64.self, at: 64)
      let count = Int(bytes.littleEndian(UInt32.self, at: 72))
      guard tableOffset >= UInt64(length), tableOffset <= fileBytes, count <= PackLimits.sections,
        UInt64(count * PackFormat.sectionEntryBytes) <= fileBytes - tableOffset
      else { throw .damaged(path, "header", "the section table lies outside the file") }
      let header = PackHeader(
        formatMajor: major, formatMinor: minor, packID: uuid(in: bytes), created: date(in: bytes, at: 32),
        written: date(in: bytes, at: 40), generation: bytes.littleEndian(UInt64.self, at: 48), fileBytes: fileBytes,
        algorithm: algorithm, createdBy: creator)
      let place = TablePlace(
        headerBytes: length, offset: Int(tableOffset), count: count, checksum: bytes.littleEndian(UInt32.self, at: 76))
      return (header, place)
    }
  }

  /// The header's bytes, for a section table that stands right after it.
  func encoded(sections: Int, tableChecksum: UInt32) -> [UInt8] {
    var bytes = PackFormat.magic
    bytes.appendLittleEndian(UInt16(truncatingIfNeeded: formatMajor))
    bytes.appendLittleEndian(UInt16(truncatingIfNeeded: formatMinor))
    bytes.appendLittleEndian(UInt32(PackFormat.headerBytes))
    withUnsafeBytes(of: packID.uuid) { bytes.append(contentsOf: $0) }
    bytes.appendLittleEndian(Self.milliseconds(created))
    bytes.appendLittleEndian(Self.milliseconds(written))
    bytes.appendLittleEndian(generation)
    bytes.appendLittleEndian(fileBytes)
    bytes.appendLittleEndian(UInt64(PackFormat.headerBytes))
    bytes.appendLittleEndian(UInt32(truncatingIfNeeded: sections))
    bytes.appendLittleEndian(tableChecksum)
    bytes.append(text: algorithm, bytes: PackFormat.algorithmBytes)
    bytes.append(text: createdBy, bytes: PackFormat.creatorBytes)
    bytes.appendLittleEndian(UInt32(0))
    bytes.appendLittleEndian(PackChecksum.of(bytes))
    return bytes
  }

  /// A date as the format has it, in reach of what a Date and an Int64 can hold.
  static func milliseconds(_ date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    return Int64(exactly: milliseconds.isFinite ? max(-1e15, min(1e15, milliseconds)) : 0) ?? 0
  }

  private static func date(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Date {
    Date(timeIntervalSince1970: Double(bytes.littleEndian(Int64.self, at: offset)) / 1000)
  }

  private static func uuid(in bytes: UnsafeRawBufferPointer) -> UUID {
    UUID(uuid: bytes.loadUnaligned(fromByteOffset: 16, as: uuid_t.self))
  }

  /// The UTF-8 text before the first zero; nil when it is not UTF-8 or something stands behind the zero.
  private static func text(in bytes: Slice<UnsafeRawBufferPointer>) -> String? {
    let text = bytes.prefix { $0 != 0 }
    guard bytes[text.endIndex...].allSatisfy({ $0 == 0 }) else { return nil }
    return String(validating: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Adds as many whole characters of `text` as fit into a field of `bytes` bytes with a zero at its end.
  fileprivate mutating func append(text: String, bytes: Int) {
    var room = bytes
    for character in text {
      let units = character.utf8
      guard units.count < room, !units.contains(0) else { break }
      append(contentsOf: units)
      room -= units.count
    }
    append(contentsOf: repeatElement(0, count: room))
  }
}
