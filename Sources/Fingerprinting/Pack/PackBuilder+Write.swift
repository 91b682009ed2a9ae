public import FoundationEssentials

extension PackBuilder {
  /// Writes the pack: to a file beside `path`, which is synchronised to disk and then renamed to `path`.
  ///
  /// Whatever fails, a pack that was there is intact and no other file is left. The mode of a replaced file and a symbolic
  /// link at `path` are kept; access control lists and further hard links are not. The same contents, id, creator and
  /// times give the same bytes.
  ///
  /// With `replacing: false` a file that is there already is left alone (`exists`). `time` is what the header gives as the
  /// time of writing. Throws `PackError`: `unwritable`, `noSpace`, `exists`, `invalidArgument` for a path that cannot name
  /// a file or contents too large for a pack, `damaged` when what would be copied from the opened pack is damaged.
  public func write(to path: String, replacing: Bool = true, at time: Date = Date()) throws {
    try write(to: path, replacing: replacing, at: time, system: PackSystemCalls())
  }

  func write(to path: String, replacing: Bool, at time: Date, system: PackSystemCalls) throws(PackError) {
    let destination = try PackDestination(path: path)
    if !replacing && destination.existing != nil { throw .exists(path) }
    let entries = entries.compactMap { $0 }
    let output = try PackOutput(destination, sections: PackSection.Name.allCases.count, system: system)
    try writeTables(entries, to: output, path)
    try output.writeSection(.peaks) { () throws(PackError) in
      for entry in entries {
        try output.pad(toMultipleOf: PackFormat.peakAlignment)
        try entry.write(to: output)
      }
    }
    if let base, try isBeginning(base, of: entries) {
      if entries.count == base.materials.count {
        try copyIndex(of: base, to: output)
      } else {
        try writeIndex(entries, extending: base, to: output, path)
      }
    } else {
      try writeIndex(entries, extending: nil, to: output, path)
    }
    try output.publish(front: front(of: output, at: time), replacing: replacing)
  }

  private static let indexSections: [PackSection.Name] = [.parameters, .directory, .postings]

  private func writeTables(_ entries: [PackEntry], to output: PackOutput, _ path: String) throws(PackError) {
    let tables = PackTables.Encoded(entries, markers)
    guard tables.count <= PackLimits.tableBytes else {
      throw .invalid(
        path, "\(path) was not written: its texts would have more than \(PackLimits.tableBytes) bytes; split the pack")
    }
    let parts: [(PackSection.Name, [UInt8])] = [
      (.materials, tables.materials), (.texts, tables.texts.bytes), (.metadata, tables.metadata.bytes),
      (.campaigns, tables.campaigns.bytes), (.markers, tables.markers),
    ]
    for (name, bytes) in parts {
      try output.writeSection(name) { () throws(PackError) in try output.write(bytes) }
    }
  }

  /// Whether all materials of `base` are the first ones here, and its index is undamaged; a damaged one is made anew.
  private func isBeginning(_ base: Pack, of entries: [PackEntry]) throws(PackError) -> Bool {
    guard entries.count >= base.materials.count else { return false }
    let isSame = base.materials.indices.allSatisfy { place in
      guard case .pack(let pack, place) = entries[place].peaks else { return false }
      return pack === base
    }
    guard isSame else { return false }
    for section in Self.indexSections.map({ base.table[$0] }) {
      guard try base.body.checksum(of: section.range) == section.checksum else { return false }
    }
    return true
  }

  private func copyIndex(of base: Pack, to output: PackOutput) throws(PackError) {
    for name in Self.indexSections {
      try output.writeSection(name) { () throws(PackError) in
        try output.write(base.body.mapping.part(base.table[name].range))
      }
      guard output.sections.last?.checksum == base.table[name].checksum else {
        throw .damaged(base.path, name.rawValue, "its checksum does not match")
      }
    }
  }

  /// Makes the index from the peaks just written, which are then in memory once, as pages of the file. Where `base` is the
  /// beginning of the pack, only what was added is indexed, if that can be done.
  private func writeIndex(
    _ entries: [PackEntry], extending base: Pack?, to output: PackOutput, _ path: String
  ) throws(PackError) {
    let written = try output.mapWritten()
    let peaks = written.part(output.sections.last?.range ?? 0..<0)
    var offset = 0
    let materials = entries.map { entry in
      let start = (offset + PackFormat.peakAlignment - 1) / PackFormat.peakAlignment * PackFormat.peakAlignment
      offset = start + entry.bytes
      return IndexedMaterial(
        duration: entry.material.duration, peaks: UnsafeRawBufferPointer(rebasing: peaks[start..<offset]))
    }
    let image: LandmarkIndexImage
    do {
      image = try withExtendedLifetime(written) {
        let extended = try base.flatMap { base in
          try LandmarkIndexImage(extending: base.index, with: Array(materials.dropFirst(base.materials.count)))
        }
        return try extended ?? LandmarkIndexImage(building: materials)
      }
    } catch {
      throw .invalid(
        path, "\(path) was not written: its materials are too long for one index; divide them among several packs")
    }
    for (name, bytes) in zip(Self.indexSections, [image.parameters, image.directory, image.postings]) {
      try output.writeSection(name) { () throws(PackError) in try output.write(bytes) }
    }
  }

  private func front(of output: PackOutput, at time: Date) -> [UInt8] {
    var table: [UInt8] = []
    for section in output.sections { section.append(to: &table) }
    let generation = base?.header.generation ?? 0
    let header = PackHeader(
      formatMajor: PackFormat.major, formatMinor: PackFormat.minor, packID: packID, created: created ?? time,
      written: time, generation: generation == .max ? generation : generation + 1,
      fileBytes: UInt64(output.size), algorithm: LandmarkIndex.algorithm, createdBy: creator)
    return header.encoded(sections: output.sections.count, tableChecksum: PackChecksum.of(table)) + table
  }
}
