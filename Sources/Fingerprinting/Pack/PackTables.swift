/// What is read at open and held in memory: materials and markers. All texts are valid, all numbers in their ranges, all
/// peaks inside the section PEAK.
///
/// MATL and MARK begin with 16 bytes: number of records (4), bytes per record (4), zero (8). A newer minor version may
/// have longer records. A material record has 80 bytes, a marker record 32, numbers are little-endian:
///
///     MATL  bytes  field                                MARK  bytes  field
///        0      8  id, in TEXT                             0      4  code
///        8      8  title, in TEXT                          4      4  zero
///       16      8  type, in TEXT, or none                  8      8  id, in TEXT
///       24      8  image, in TEXT, or none                16      8  name, in TEXT
///       32      8  metadata, in META                      24      8  attributes, in META
///       40      8  campaign, in CAMP, or none
///       48      8  duration in seconds, IEEE 754 double
///       56      8  offset of the peaks in PEAK, a multiple of 8
///       64      8  length of the peaks in bytes
///       72      4  CRC-32 of the peaks
///       76      4  zero
struct PackTables: Sendable {
  private(set) var materials: [PackMaterial] = []
  private(set) var peaks: [PackPeaks] = []
  private(set) var markers: [PackMarker] = []
  private(set) var indices: [String: Int] = [:]

  /// Reads and checks the five tables of a pack.
  init(from source: PackSource, _ table: PackSectionTable) throws(PackError) {
    let names: [PackSection.Name] = [.materials, .texts, .metadata, .campaigns, .markers]
    // A sum cannot overflow: the ranges lie one after another in the file.
    guard names.map({ table[$0].range.count }).reduce(0, +) <= PackLimits.tableBytes else {
      throw .damaged(source.path, "table", "the tables are too large")
    }
    let load = { (name: PackSection.Name) throws(PackError) in
      let bytes = try source.bytes(table[name].range)
      guard PackChecksum.of(bytes) == table[name].checksum else {
        throw .damaged(source.path, name.rawValue, "its checksum does not match")
      }
      return bytes
    }
    var texts = PackTextReader(try load(.texts), section: .texts, path: source.path)
    var metadata = PackTextReader(try load(.metadata), section: .metadata, path: source.path)
    var campaigns = PackTextReader(try load(.campaigns), section: .campaigns, path: source.path)
    var peaksEnd = 0

    try Self.records(
      in: try load(.materials), of: .materials, minimum: PackFormat.materialRecordBytes, limit: PackLimits.materials,
      path: source.path
    ) { record throws(PackError) in
      let material = PackMaterial(
        id: try texts.requiredText(record, at: 0), title: try texts.requiredText(record, at: 8),
        type: try texts.text(record, at: 16), image: try texts.text(record, at: 24),
        duration: Double(bitPattern: record.littleEndian(UInt64.self, at: 48)),
        metadata: try metadata.requiredText(record, at: 32), campaign: try campaigns.text(record, at: 40))
      if let problem = PackLimits.problem(with: material) {
        throw .damaged(source.path, PackSection.Name.materials.rawValue, problem)
      }
      guard indices.updateValue(materials.count, forKey: material.id) == nil else {
        throw .damaged(source.path, PackSection.Name.materials.rawValue, "a material is there twice")
      }
      materials.append(material)
      let offset = record.littleEndian(UInt64.self, at: 56)
      let length = record.littleEndian(UInt64.self, at: 64)
      let total = UInt64(table[.peaks].range.count)
      guard offset >= UInt64(peaksEnd), offset <= total, length <= total - offset,
        offset % UInt64(PackFormat.peakAlignment) == 0
      else { throw .damaged(source.path, PackSection.Name.materials.rawValue, "peaks lie outside their place") }
      peaksEnd = Int(offset + length)
      peaks.append(
        PackPeaks(range: Int(offset)..<peaksEnd, checksum: record.littleEndian(UInt32.self, at: 72)))
    }

    try Self.records(
      in: try load(.markers), of: .markers, minimum: PackFormat.markerRecordBytes, limit: PackLimits.markers,
      path: source.path
    ) { record throws(PackError) in
      let marker = PackMarker(
        code: record.littleEndian(UInt32.self, at: 0), id: try texts.requiredText(record, at: 8),
        name: try texts.requiredText(record, at: 16), attributes: try metadata.requiredText(record, at: 24))
      if let problem = PackLimits.problem(with: marker) {
        throw .damaged(source.path, PackSection.Name.markers.rawValue, problem)
      }
      guard marker.code > markers.last?.code ?? 0 else {
        throw .damaged(source.path, PackSection.Name.markers.rawValue, "the codes do not ascend")
      }
      markers.append(marker)
    }
  }

  /// The marker of that code; the table ascends by code.
  func marker(code: UInt32) -> PackMarker? {
    var low = 0
    var high = markers.count
    while low < high {
      let middle = (low + high) / 2
      if markers[middle].code < code { low = middle + 1 } else { high = middle }
    }
    return low < markers.count && markers[low].code == code ? markers[low] : nil
  }

  private static func records(
    in bytes: [UInt8], of section: PackSection.Name, minimum: Int, limit: Int, path: String,
    _ body: (UnsafeRawBufferPointer) throws(PackError) -> Void
  ) throws(PackError) {
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
