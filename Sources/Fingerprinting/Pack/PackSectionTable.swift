/// The checked section table: every range lies in the file, ranges ascend and do not overlap, names are unique in a
/// segment, and the sections that a segment must have are all there.
struct PackSectionTable: Sendable {
  /// Oldest first; one in version 1.
  private(set) var segments: [PackSegment] = []

  /// All sections, as they stand in the file.
  var sections: [PackSection] { segments.flatMap(\.sections) }

  /// Reads and checks the table and the zero bytes between the parts of the file.
  init(from source: PackSource, at place: PackHeader.TablePlace) throws(PackError) {
    let path = source.path
    let end = place.offset + place.count * PackFormat.sectionEntryBytes
    let bytes = try source.bytes(place.offset..<end)
    guard PackChecksum.of(bytes) == place.checksum else {
      throw .damaged(path, "table", "its checksum does not match")
    }
    let isWhole = place.version.major == PackFormat.wholeMajor
    var used = isWhole ? end : PackFormat.roomyStart
    for index in 0..<place.count {
      let section = try bytes.withBytes { bytes throws(PackError) in
        try Self.entry(bytes, at: index * PackFormat.sectionEntryBytes, isWhole: isWhole, in: source)
      }
      guard section.range.lowerBound >= used else {
        throw .damaged(path, "table", "\(section.name) overlaps what stands before it")
      }
      used = section.range.upperBound
      try add(section, path)
    }
    if segments.isEmpty { segments.append(PackSegment(number: 0)) }
    for segment in segments {
      if let missing = segment.missing { throw .damaged(path, "table", "\(missing.rawValue) is missing") }
    }
    for segment in segments {
      for (one, next) in zip(segment.sections, segment.sections.dropFirst()) {
        try Self.checkPadding(one.range.upperBound..<next.range.lowerBound, in: source)
      }
    }
    // What stands between segments was used by older states of the pack.
    guard isWhole else { return }
    let first = segments.first?.sections.first?.range.lowerBound ?? end
    try Self.checkPadding(place.headerBytes..<place.offset, in: source)
    try Self.checkPadding(end..<first, in: source, except: place.secondHeader)
    try Self.checkPadding(used..<source.size, in: source)
  }

  private mutating func add(_ section: PackSection, _ path: String) throws(PackError) {
    if let last = segments.last, last.number > section.segment {
      throw .damaged(path, "table", "the segments are not in order")
    }
    if segments.last?.number != section.segment { segments.append(PackSegment(number: section.segment)) }
    guard segments[segments.count - 1].add(section) else {
      throw .damaged(path, "table", "\(section.name) is there twice")
    }
  }

  private static func entry(
    _ bytes: UnsafeRawBufferPointer, at start: Int, isWhole: Bool, in source: PackSource
  ) throws(PackError) -> PackSection {
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
      name: name, checksum: bytes.littleEndian(UInt32.self, at: start + 4), range: Int(offset)..<Int(offset + length),
      segment: isWhole ? 0 : bytes.littleEndian(UInt32.self, at: start + 24))
  }

  /// Padding is under no checksum, so it must be zero: then no byte of a pack can change unnoticed.
  private static func checkPadding(
    _ gap: Range<Int>, in source: PackSource, except free: Range<Int>? = nil
  ) throws(PackError) {
    if gap.isEmpty { return }
    guard gap.count < PackFormat.maximumPadding else {
      throw .damaged(source.path, "padding", "there is a hole in the file")
    }
    let bytes = try source.bytes(gap)
    guard zip(gap, bytes).allSatisfy({ place, byte in byte == 0 || free?.contains(place) == true }) else {
      throw .damaged(source.path, "padding", "it is not zero")
    }
  }
}
