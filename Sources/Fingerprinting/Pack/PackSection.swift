/// One entry of the section table, 32 bytes, little-endian.
///
///     offset  bytes  field
///          0      4  name, four printable ASCII characters
///          4      4  CRC-32 of the section
///          8      8  offset of the section in the file, a multiple of 8
///         16      8  length in bytes
///         24      4  number of the segment, 0 in version 1
///         28      4  zero
struct PackSection: Sendable, Equatable {
  let name: String
  let checksum: UInt32
  let range: Range<Int>
  var segment: UInt32 = 0

  /// The sections of a segment, in the order they are written.
  enum Name: String, CaseIterable {
    case materials = "MATL"
    case texts = "TEXT"
    case metadata = "META"
    case campaigns = "CAMP"
    case markers = "MARK"
    case peaks = "PEAK"
    case parameters = "PARM"
    case directory = "DIRY"
    case postings = "POST"
    case removals = "GONE"
    case amendments = "AMND"

    /// Those that every segment has.
    static let required = allCases.filter { $0 != .removals && $0 != .amendments }
    /// Those that are read whole at open, and their texts kept.
    static let tables: [Name] = [.materials, .texts, .metadata, .campaigns, .markers, .removals, .amendments]
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: name.utf8)
    bytes.appendLittleEndian(checksum)
    bytes.appendLittleEndian(UInt64(range.lowerBound))
    bytes.appendLittleEndian(UInt64(range.count))
    bytes.appendLittleEndian(segment)
    bytes.appendLittleEndian(UInt32(0))
  }
}
