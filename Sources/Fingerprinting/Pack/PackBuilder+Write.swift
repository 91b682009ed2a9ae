public import FoundationEssentials

extension PackBuilder {
  /// Writes the pack.
  ///
  /// Where the builder began with the pack that is at `path`, and that is not small, what changed is appended to it, and
  /// from time to time newer parts of it are merged (`docs/pack-format.md`). Else the pack is written to a file beside
  /// `path`, which is synchronised to disk and then renamed to `path`.
  ///
  /// Whatever fails, a pack that was there is intact and no other file is left; only an error of the very last
  /// synchronisation leaves it open whether the change outlives a loss of power. The mode of a replaced file and a symbolic
  /// link at `path` are kept; access control lists and further hard links are not. The same contents, id, creator and
  /// times give the same bytes when the whole is written.
  ///
  /// With `replacing: false` a file that is there already is left alone (`exists`). With `merging: true` the whole is
  /// written, which merges all segments. `time` is what the header gives as the time of writing. Throws `PackError`:
  /// `unwritable`, `noSpace`, `exists`, `invalidArgument` for a path that cannot name a file or contents too large for a
  /// pack, `damaged` when what would be copied from the opened pack is damaged.
  public func write(
    to path: String, replacing: Bool = true, merging: Bool = false, at time: Date = Date()
  ) throws {
    try write(to: path, replacing: replacing, merging: merging, at: time, system: PackSystemCalls())
  }

  func write(
    to path: String, replacing: Bool, merging: Bool = false, at time: Date, system: PackSystemCalls
  ) throws(PackError) {
    let destination = try PackDestination(path: path)
    if !replacing && destination.existing != nil { throw .exists(path) }
    if replacing, !merging, let base, try append(to: base, destination, at: time, system) { return }
    let replacement = try PackReplacement(destination, system: system)
    let version = try writeWhole(to: replacement.output, path)
    try replacement.publish(
      front: front(of: replacement.output.sections, version, size: replacement.output.size, at: time),
      replacing: replacing)
  }

  // MARK: Appending

  /// Appends what changed; false when the whole pack is to be written.
  private func append(
    to base: Pack, _ destination: PackDestination, at time: Date, _ system: PackSystemCalls
  ) throws(PackError) -> Bool {
    guard base.place.hasRoom, packID == base.header.packID, let number = base.table.segments.last?.number,
      let changes = PackChanges(of: self, to: base), case .append(let first) = changes.plan,
      let appending = PackAppending(base, destination, segment: number + 1, system: system)
    else { return false }
    let content = changes.content(mergingFrom: first)
    // Nothing to say, and nothing to merge.
    if content.isEmpty, first == base.table.segments.count { return true }
    let kept = base.table.segments[..<first].flatMap(\.sections)
    try appending.output.writeSegment(content, destination.path)
    try appending.commit(kept + appending.output.sections) { size in
      header(.segmented, fileBytes: size, at: time)
    }
    return true
  }

  // MARK: Writing the whole

  private func writeWhole(to output: PackOutput, _ path: String) throws(PackError) -> PackVersion {
    let content = PackSegmentContent(entries: entries.compactMap { $0 }, markers: markers)
    let size = content.entries.reduce(0) { $0 + $1.bytes }
    // A pack that is written as a whole with its next change has no use for a second header.
    let version: PackVersion = size > policy.wholeSize ? .roomy : .whole
    let tableEnd = PackFormat.headerBytes + PackSection.Name.required.count * PackFormat.sectionEntryBytes
    try output.pad(to: version == .roomy ? PackFormat.roomyStart : tableEnd)
    try output.writeSegment(content, path, indexOf: try unchangedBase(content.entries))
    return version
  }

  /// The pack that the builder began with, when its index is the one to be written and undamaged; a damaged one is made
  /// anew.
  private func unchangedBase(_ entries: [PackEntry]) throws(PackError) -> Pack? {
    guard let base, base.table.segments.count == 1, entries.count == base.tables.segments[0].peaks.count else {
      return nil
    }
    let isSame = entries.indices.allSatisfy { place in
      guard case .pack(let pack, place) = entries[place].peaks else { return false }
      return pack === base
    }
    guard isSame else { return nil }
    for section in PackOutput.indexSections.map({ base.table.segments[0][$0] }) {
      guard try base.body.checksum(of: section.range) == section.checksum else { return nil }
    }
    return base
  }

  // MARK: Headers

  private func front(of sections: [PackSection], _ version: PackVersion, size: Int, at time: Date) -> [UInt8] {
    var table: [UInt8] = []
    for section in sections { section.append(to: &table) }
    let front = header(version, fileBytes: size, at: time).encoded(
      sections: sections.count, table: PackFormat.headerBytes, tableChecksum: PackChecksum.of(table),
      hasRoom: version == .roomy)
    return front + table
  }

  private func header(_ version: PackVersion, fileBytes: Int, at time: Date) -> PackHeader {
    let generation = base?.header.generation ?? 0
    return PackHeader(
      formatMajor: version.major, formatMinor: version.minor, packID: packID, created: created ?? time, written: time,
      generation: generation == .max ? generation : generation + 1, fileBytes: UInt64(fileBytes),
      algorithm: LandmarkIndex.algorithm, createdBy: creator)
  }
}
