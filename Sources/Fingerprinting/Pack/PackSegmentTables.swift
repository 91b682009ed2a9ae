/// What one segment says: its materials and markers, and what of older segments is no more or has another campaign. All
/// texts are valid, all numbers in their ranges, all peaks inside the section PEAK.
///
/// MATL, MARK, GONE and AMND begin with 16 bytes: number of records (4), bytes per record (4), zero (8). A newer minor
/// version may have longer records. Numbers are little-endian:
///
///     MATL  bytes  field                                MARK  bytes  field
///        0      8  id, in TEXT                             0      4  code
///        8      8  title, in TEXT                          4      4  zero
///       16      8  type, in TEXT, or none                  8      8  id, in TEXT
///       24      8  image, in TEXT, or none                16      8  name, in TEXT
///       32      8  metadata, in META                      24      8  attributes, in META
///       40      8  campaign, in CAMP, or none
///       48      8  duration in seconds, double          GONE  bytes  field
///       56      8  offset of the peaks in PEAK             0      4  segment, or FFFFFFFF
///       64      8  length of the peaks in bytes            4      4  material in it, or code of a marker
///       72      4  CRC-32 of the peaks
///       76      4  zero                                 AMND  bytes  field
///       80      4  ordinal                                 0      4  segment
///       84      4  zero                                    4      4  material in it
///                                                          8      8  campaign, in CAMP, or none
///                                                         16      8  zero
///
/// Records of materials that end at 80 have the ordinals 0, 1, 2, …
struct PackSegmentTables: Sendable {
  private(set) var materials: [PackMaterial] = []
  private(set) var peaks: [PackPeaks] = []
  private(set) var ordinals: [UInt32] = []
  private(set) var markers: [PackMarker] = []
  private(set) var removals: [PackReference] = []
  private(set) var amendments: [(material: PackReference, campaign: String?)] = []

  /// Reads and checks the tables of a segment.
  init(from source: PackSource, _ segment: PackSegment, isWhole: Bool) throws(PackError) {
    let path = source.path
    let load = { (name: PackSection.Name) throws(PackError) in
      let bytes = try source.bytes(segment[name].range)
      guard PackChecksum.of(bytes) == segment[name].checksum else {
        throw .damaged(path, name.rawValue, "its checksum does not match")
      }
      return bytes
    }
    var texts = PackTextReader(try load(.texts), section: .texts, path: path)
    var metadata = PackTextReader(try load(.metadata), section: .metadata, path: path)
    var campaigns = PackTextReader(try load(.campaigns), section: .campaigns, path: path)

    try Self.records(
      in: try load(.materials), of: .materials, minimum: PackFormat.materialRecordBytes, limit: PackLimits.materials,
      path: path
    ) { record throws(PackError) in
      let material = PackMaterial(
        id: try texts.requiredText(record, at: 0), title: try texts.requiredText(record, at: 8),
        type: try texts.text(record, at: 16), image: try texts.text(record, at: 24),
        duration: Double(bitPattern: record.littleEndian(UInt64.self, at: 48)),
        metadata: try metadata.requiredText(record, at: 32), campaign: try campaigns.text(record, at: 40))
      if let problem = PackLimits.problem(with: material) {
        throw .damaged(path, PackSection.Name.materials.rawValue, problem)
      }
      let hasOrdinal = !isWhole && record.count >= PackFormat.orderedMaterialRecordBytes
      ordinals.append(
        hasOrdinal ? record.littleEndian(UInt32.self, at: 80) : UInt32(truncatingIfNeeded: materials.count))
      materials.append(material)
      try addPeaks(record, segment[.peaks].range, path)
    }

    try Self.records(
      in: try load(.markers), of: .markers, minimum: PackFormat.markerRecordBytes, limit: PackLimits.markers, path: path
    ) { record throws(PackError) in
      let marker = PackMarker(
        code: record.littleEndian(UInt32.self, at: 0), id: try texts.requiredText(record, at: 8),
        name: try texts.requiredText(record, at: 16), attributes: try metadata.requiredText(record, at: 24))
      if let problem = PackLimits.problem(with: marker) {
        throw .damaged(path, PackSection.Name.markers.rawValue, problem)
      }
      guard marker.code > markers.last?.code ?? 0 else {
        throw .damaged(path, PackSection.Name.markers.rawValue, "the codes do not ascend")
      }
      markers.append(marker)
    }

    if isWhole { return }
    try Self.records(
      in: try load(.removals), of: .removals, minimum: PackFormat.removalRecordBytes,
      limit: PackLimits.materials + PackLimits.markers, path: path
    ) { record throws(PackError) in removals.append(Self.reference(record)) }
    try Self.records(
      in: try load(.amendments), of: .amendments, minimum: PackFormat.amendmentRecordBytes, limit: PackLimits.materials,
      path: path
    ) { record throws(PackError) in
      let campaign = try campaigns.text(record, at: 8)
      if let campaign, let problem = PackLimits.problem(withJSON: campaign, "campaign") {
        throw .damaged(path, PackSection.Name.amendments.rawValue, problem)
      }
      amendments.append((Self.reference(record), campaign))
    }
  }

  private mutating func addPeaks(
    _ record: UnsafeRawBufferPointer, _ section: Range<Int>, _ path: String
  ) throws(PackError) {
    let offset = record.littleEndian(UInt64.self, at: 56)
    let length = record.littleEndian(UInt64.self, at: 64)
    let total = UInt64(section.count)
    guard offset <= total, length <= total - offset, offset % UInt64(PackFormat.peakAlignment) == 0,
      section.lowerBound + Int(offset) >= peaks.last?.range.upperBound ?? 0
    else { throw .damaged(path, PackSection.Name.materials.rawValue, "peaks lie outside their place") }
    let start = section.lowerBound + Int(offset)
    peaks.append(
      PackPeaks(range: start..<(start + Int(length)), checksum: record.littleEndian(UInt32.self, at: 72)))
  }

  private static func reference(_ record: UnsafeRawBufferPointer) -> PackReference {
    PackReference(
      segment: record.littleEndian(UInt32.self, at: 0), number: record.littleEndian(UInt32.self, at: 4))
  }

  private static func records(
    in bytes: [UInt8], of section: PackSection.Name, minimum: Int, limit: Int, path: String,
    _ body: (UnsafeRawBufferPointer) throws(PackError) -> Void
  ) throws(PackError) {
    // A section that need not be there and is not.
    if bytes.isEmpty, !PackSection.Name.required.contains(section) { return }
    try bytes.withBytes { bytes throws(PackError) in
      guard bytes.count >= PackFormat.tableHeaderBytes else {
        throw .damaged(path, section.rawValue, "it is too short")
      }
      let count = Int(bytes.littleEndian(UInt32.self, at: 0))
      let length = Int(bytes.littleEndian(UInt32.self, at: 4))
      guard count <= limit, (minimum...PackLimits.recordBytes).contains(length), length % 4 == 0,
        bytes.count == PackFormat.tableHeaderBytes + count * length
      else { throw .damaged(path, section.rawValue, "the number of records does not fit its length") }
      for index in 0..<count {
        let start = PackFormat.tableHeaderBytes + index * length
        try body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)]))
      }
    }
  }
}
