/// What was added to a pack at once: materials with an index of their own, and what they replace and remove.
struct PackSegment: Sendable {
  /// Its number, which no other segment of the pack has; newer ones have higher ones.
  let number: UInt32
  /// All its sections, known or not, as they stand in the file.
  private(set) var sections: [PackSection] = []
  private var known: [PackSection.Name: PackSection] = [:]

  init(number: UInt32) { self.number = number }

  /// Adds a section; false when there is one of that name.
  mutating func add(_ section: PackSection) -> Bool {
    if sections.contains(where: { $0.name == section.name }) { return false }
    sections.append(section)
    if let name = PackSection.Name(rawValue: section.name) { known[name] = section }
    return true
  }

  /// The section of that name; an empty one when it is not there, which only removals and amendments may be.
  subscript(name: PackSection.Name) -> PackSection {
    known[name] ?? PackSection(name: name.rawValue, checksum: 0, range: 0..<0, segment: number)
  }

  /// The first of the required sections that is not there.
  var missing: PackSection.Name? { PackSection.Name.required.first { known[$0] == nil } }

  /// Bytes of all its sections.
  var bytes: Int { sections.reduce(0) { $0 + $1.range.count } }
}
