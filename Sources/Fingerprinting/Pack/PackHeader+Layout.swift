internal import FoundationEssentials

/// A header of a pack. Numbers are little-endian.
///
///     offset  bytes  field
///          0      8  magic 89 45 41 52 50 0D 0A 1A
///          8      2  format major version, 1 or 2
///         10      2  format minor version
///         12      4  H, length of this header, 192 (a newer minor version may lengthen it, up to 4096)
///         16     16  pack UUID, bytes in the order of its text
///         32      8  created, milliseconds since 1970-01-01T00:00:00Z (signed)
///         40      8  written, the same
///         48      8  generation
///         56      8  length of what counts of the file
///         64      8  offset of the section table
///         72      4  number of sections
///         76      4  CRC-32 of the section table
///         80     48  algorithm id, UTF-8, filled with zeros
///        128     56  program and version, UTF-8, filled with zeros
///        184      4  offset of the second header, 4096, or 0 when there is no room for one
///      H − 4      4  CRC-32 of the H − 4 bytes before
extension PackHeader {
  /// Where the section table stands; only the reader and who appends need it.
  struct TablePlace {
    let version: PackVersion
    let headerBytes: Int
    let offset: Int
    let count: Int
    let checksum: UInt32
    /// Where the header stands that counts.
    let headerOffset: Int
    /// Whether there is room for a second header.
    let hasRoom: Bool

    /// The bytes that the second header has or may have.
    var secondHeader: Range<Int>? { hasRoom ? PackFormat.secondHeaderOffset..<PackFormat.roomyStart : nil }
  }

  /// Reads the headers of the file in `source` and chooses the newest one that is whole.
  static func read(from source: PackSource) throws(PackError) -> (PackHeader, TablePlace) {
    // A writer may be changing one of the two while they are read, and in an instant the other.
    for _ in 0..<2 {
      do throws(PackError) {
        return try choose(from: source)
      } catch  where error.code == .damaged || error.code == .truncated {
        continue
      }
    }
    return try choose(from: source)
  }

  private static func choose(from source: PackSource) throws(PackError) -> (PackHeader, TablePlace) {
    var headers: [(PackHeader, TablePlace)] = []
    var failure: PackError?
    do throws(PackError) {
      headers.append(try header(at: 0, of: source))
    } catch {
      guard error.code == .damaged else { throw error }
      failure = error
    }
    // A first header that was torn says nothing of the second.
    if headers.first?.1.hasRoom ?? true, source.size >= PackFormat.roomyStart,
      let second = try? header(at: PackFormat.secondHeaderOffset, of: source),
      second.1.version.major > PackFormat.wholeMajor, second.0.packID == headers.first?.0.packID ?? second.0.packID
    {
      headers.append(second)
      if let first = headers.first, second.0.generation > first.0.generation { headers.swapAt(0, headers.count - 1) }
    }
    // Looked at now: the file may have grown since it was opened.
    let size = try source.currentSize()
    for (header, place) in headers where header.fileBytes <= UInt64(size) {
      if header.fileBytes < UInt64(size), !place.hasRoom {
        throw .damaged(source.path, "header", "the file is longer than it says")
      }
      return (header, place)
    }
    throw failure ?? truncated(source.path)
  }

  private static func truncated(_ path: String) -> PackError {
    PackError(code: .truncated, path: path, message: "\(path) is cut off; copy it again or build it again")
  }

  private static func header(at start: Int, of source: PackSource) throws(PackError) -> (PackHeader, TablePlace) {
    let path = source.path
    if source.size == 0 { throw .notAPack(path, "the file is empty") }
    let magic = try source.bytes(start..<min(source.size, start + PackFormat.magic.count))
    guard PackFormat.magic.starts(with: magic) else { throw .notAPack(path, "it is some other kind of file") }
    guard source.size - start >= PackFormat.headerBytes else { throw truncated(path) }
    let front = try source.bytes(start..<(start + PackFormat.headerBytes))
    let (major, minor, length) = front.withUnsafeBytes {
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
    guard major >= PackFormat.wholeMajor else {
      throw .damaged(path, "header", "there is no format version \(major)")
    }
    guard (PackFormat.headerBytes...PackFormat.maximumHeaderBytes).contains(length), length % 4 == 0 else {
      throw .damaged(path, "header", "its length is impossible")
    }
    guard source.size - start >= length else { throw truncated(path) }
    let bytes = try source.bytes(start..<(start + length))
    return try bytes.withBytes { (bytes) throws(PackError) in
      try decode(bytes, PackVersion(major: major, minor: minor), at: start, path)
    }
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ version: PackVersion, at start: Int, _ path: String
  ) throws(PackError) -> (PackHeader, TablePlace) {
    let length = bytes.count
    guard
      PackChecksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<(length - 4)]))
        == bytes.littleEndian(
          UInt32.self, at: length - 4)
    else { throw .damaged(path, "header", "its checksum does not match") }
    guard let algorithm = text(in: bytes[80..<128]), let creator = text(in: bytes[128..<184]) else {
      throw .damaged(path, "header", "a text is not UTF-8")
    }
    let fileBytes = bytes.littleEndian(UInt64.self, at: 56)
    let tableOffset = bytes.littleEndian(UInt64.self, at: 64)
    let count = Int(bytes.littleEndian(UInt32.self, at: 72))
    let second = version == .whole ? 0 : Int(bytes.littleEndian(UInt32.self, at: 184))
    let hasRoom = second == PackFormat.secondHeaderOffset
    guard second == 0 || hasRoom, hasRoom || version.major == PackFormat.wholeMajor, fileBytes <= UInt64(Int.max),
      !hasRoom || fileBytes >= UInt64(PackFormat.roomyStart)
    else { throw .damaged(path, "header", "the second header is not in its place") }
    let least = version.major == PackFormat.wholeMajor ? length : PackFormat.roomyStart
    guard tableOffset >= UInt64(least), tableOffset <= fileBytes, count <= PackLimits.sections,
      UInt64(count * PackFormat.sectionEntryBytes) <= fileBytes - tableOffset
    else { throw .damaged(path, "header", "the section table lies outside the file") }
    let header = PackHeader(
      formatMajor: version.major, formatMinor: version.minor, packID: uuid(in: bytes), created: date(in: bytes, at: 32),
      written: date(in: bytes, at: 40), generation: bytes.littleEndian(UInt64.self, at: 48), fileBytes: fileBytes,
      algorithm: algorithm, createdBy: creator)
    let place = TablePlace(
      version: version, headerBytes: length, offset: Int(tableOffset), count: count,
      checksum: bytes.littleEndian(UInt32.self, at: 76), headerOffset: start, hasRoom: hasRoom)
    return (header, place)
  }

  /// The header's bytes.
  /// - Parameter table: The offset of the section table.
  func encoded(sections: Int, table: Int, tableChecksum: UInt32, hasRoom: Bool) -> [UInt8] {
    var bytes = PackFormat.magic
    bytes.appendLittleEndian(UInt16(truncatingIfNeeded: formatMajor))
    bytes.appendLittleEndian(UInt16(truncatingIfNeeded: formatMinor))
    bytes.appendLittleEndian(UInt32(PackFormat.headerBytes))
    withUnsafeBytes(of: packID.uuid) { bytes.append(contentsOf: $0) }
    bytes.appendLittleEndian(Self.milliseconds(created))
    bytes.appendLittleEndian(Self.milliseconds(written))
    bytes.appendLittleEndian(generation)
    bytes.appendLittleEndian(fileBytes)
    bytes.appendLittleEndian(UInt64(table))
    bytes.appendLittleEndian(UInt32(truncatingIfNeeded: sections))
    bytes.appendLittleEndian(tableChecksum)
    bytes.append(text: algorithm, bytes: PackFormat.algorithmBytes)
    bytes.append(text: createdBy, bytes: PackFormat.creatorBytes)
    bytes.appendLittleEndian(UInt32(hasRoom ? PackFormat.secondHeaderOffset : 0))
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
