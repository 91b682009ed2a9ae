/// The checked section table: every range lies in the file, ranges ascend and do not overlap, names are unique, and the
/// sections of format 1.0 are all there.
struct PackSectionTable: Sendable {
  let sections: [PackSection]
  private let known: [PackSection.Name: PackSection]

  /// Reads and checks the table and the zero bytes between the parts of the file.
  init(from source: PackSource, at place: PackHeader.TablePlace) throws(PackError) {
    let path = source.path
    let end = place.offset + place.count * PackFormat.sectionEntryBytes
    let bytes = try source.bytes(place.offset..<end)
    guard PackChecksum.of(bytes) == place.checksum else {
      throw .damaged(path, "table", "its checksum does not match")
    }
    var sections: [PackSection] = []
    var known: [PackSection.Name: PackSection] = [:]
    var names: Set<String> = []
    for index in 0..<place.count {
      let section = try bytes.withBytes { bytes throws(PackError) in
        try Self.entry(bytes, at: index * PackFormat.sectionEntryBytes, in: source)
      }
      guard names.insert(section.name).inserted else { throw .damaged(path, "table", "\(section.name) is there twice") }
      guard section.range.lowerBound >= sections.last?.range.upperBound ?? end else {
        throw .damaged(path, "table", "\(section.name) overlaps what stands before it")
      }
      sections.append(section)
      if let name = PackSection.Name(rawValue: section.name) { known[name] = section }
    }
    for name in PackSection.Name.allCases where known[name] == nil {
      throw .damaged(path, "table", "\(name.rawValue) is missing")
    }
    self.sections = sections
    self.known = known

    var gaps = [place.headerBytes..<place.offset]
    var place = end
    for section in sections {
      gaps.append(place..<section.range.lowerBound)
      place = section.range.upperBound
    }
    gaps.append(place..<source.size)
    for gap in gaps { try Self.checkPadding(gap, in: source) }
  }

  /// The section of that name.
  subscript(name: PackSection.Name) -> PackSection {
    // The initialiser has put every name in.
    known[name] ?? PackSection(name: name.rawValue, checksum: 0, range: 0..<0)
  }

  private static func entry(_ bytes: UnsafeRawBufferPointer, at start: Int, in source: PackSource) throws(PackError)
    -> PackSection
  {
    let letters = bytes[start..<(start + 4)]
    guard letters.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .damaged(source.path, "table", "a section name is not text")
    }
    let name = String(decoding: letters, as: UTF8.self)
    let offset = bytes.littleEndian(UInt64.self, at: start + 8)
    let length = bytes.littleEndian(UInt64.self, at: start + 16)
    guard offset <= UInt64(source.size), length <= UInt64(source.size) - offset else {
      throw .damaged(source.path, "table", "\(name) lies outside the file")
    }
    guard offset % UInt64(PackFormat.minimumAlignment) == 0 else {
      throw .damaged(source.path, "table", "\(name) is not aligned")
    }
    return PackSection(
      name: name, checksum: bytes.littleEndian(UInt32.self, at: start + 4), range: Int(offset)..<Int(offset + length))
  }

  /// Padding is under no checksum, so it must be zero: then no byte of a pack can change unnoticed.
  private static func checkPadding(_ gap: Range<Int>, in source: PackSource) throws(PackError) {
    if gap.isEmpty { return }
    guard gap.count < PackFormat.maximumPadding else {
      throw .damaged(source.path, "padding", "there is a hole in the file")
    }
    guard try source.bytes(gap).allSatisfy({ $0 == 0 }) else {
      throw .damaged(source.path, "padding", "it is not zero")
    }
  }
}
