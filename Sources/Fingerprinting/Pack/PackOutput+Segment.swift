extension PackOutput {
  static let indexSections: [PackSection.Name] = [.parameters, .directory, .postings]

  /// Writes the sections of a segment.
  /// - Parameters:
  ///   - path: Of the pack, for messages.
  ///   - base: A pack of one segment whose index is the segment's; nil to make one.
  func writeSegment(_ content: PackSegmentContent, _ path: String, indexOf base: Pack? = nil) throws(PackError) {
    let tables = PackTables.Encoded(content)
    guard tables.count <= PackLimits.tableBytes else {
      throw .invalid(
        path, "\(path) was not written: its texts would have more than \(PackLimits.tableBytes) bytes; split the pack")
    }
    try write([
      (.materials, tables.materials), (.texts, tables.texts.bytes), (.metadata, tables.metadata.bytes),
      (.campaigns, tables.campaigns.bytes), (.markers, tables.markers),
    ])
    var places: [Range<Int>] = []
    try writeSection(.peaks) { () throws(PackError) in
      for entry in content.entries {
        try pad(toMultipleOf: PackFormat.peakAlignment)
        places.append(size..<(size + entry.bytes))
        try entry.write(to: self)
      }
    }
    if let base {
      try copyIndex(of: base)
    } else {
      try writeIndex(content.entries, places, path)
    }
    if !tables.removals.isEmpty { try write([(.removals, tables.removals)]) }
    if !tables.amendments.isEmpty { try write([(.amendments, tables.amendments)]) }
  }

  private func write(_ parts: [(PackSection.Name, [UInt8])]) throws(PackError) {
    for (name, bytes) in parts {
      try writeSection(name) { () throws(PackError) in try write(bytes) }
    }
  }

  private func copyIndex(of base: Pack) throws(PackError) {
    for section in Self.indexSections.map({ base.table.segments[0][$0] }) {
      guard let name = PackSection.Name(rawValue: section.name) else { continue }
      try writeSection(name) { () throws(PackError) in try write(base.body.mapping.part(section.range)) }
      guard sections.last?.checksum == section.checksum else {
        throw .damaged(base.path, section.name, "its checksum does not match")
      }
    }
  }

  /// Makes the index from the peaks just written, which are then in memory once, as pages of the file.
  private func writeIndex(_ entries: [PackEntry], _ places: [Range<Int>], _ path: String) throws(PackError) {
    let written = try mapWritten()
    defer { withExtendedLifetime(written) {} }
    let builder: LandmarkIndexBuilder
    do {
      builder = try LandmarkIndexBuilder(
        zip(entries, places).map { entry, place in
          IndexedMaterial(duration: entry.material.duration, peaks: written.part(place))
        })
    } catch {
      throw .invalid(
        path, "\(path) was not written: its materials are too long for one index; divide them among several packs")
    }
    try write([(.parameters, builder.parameters), (.directory, builder.directory)])
    try writeSection(.postings) { () throws(PackError) in
      try builder.postings { (piece) throws(PackError) in try write(piece) }
    }
  }
}
