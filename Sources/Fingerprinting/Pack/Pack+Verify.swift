extension Pack {
  /// Compares every section, known or not, with its checksum. Reads the whole file.
  ///
  /// Throws `PackError` when the file cannot be read any more.
  public func verify() throws -> [PackSectionReport] {
    try table.sections.map { section in
      let checksum = try body.checksum(of: section.range)
      return PackSectionReport(
        segment: Int(section.segment), name: section.name, bytes: UInt64(section.range.count),
        ok: checksum == section.checksum)
    }
  }

  /// Checks the sections that opening leaves unchecked, one after another, off the caller's thread, and calls
  /// `onDamage` once for each that is damaged or cannot be read.
  ///
  /// Ends early when the task is cancelled or the pack is no longer used by anybody.
  @discardableResult
  public func verifyInBackground(onDamage: @escaping @Sendable (PackError) -> Void) -> Task<Void, Never> {
    let sections = table.segments.flatMap { segment in [PackSection.Name.peaks, .postings].map { segment[$0] } }
    let (path, body) = (path, body)
    return Task.detached(priority: .utility) { [weak self] in
      for section in sections {
        do throws(PackError) {
          let checksum = try body.checksum(of: section.range, isCancelled: { Task.isCancelled || self == nil })
          guard let checksum else { return }
          if checksum != section.checksum {
            onDamage(.damaged(path, section.name, "its checksum does not match"))
          }
        } catch {
          onDamage(error)
        }
      }
    }
  }
}
