/// What a builder changed of the pack it began with, as a segment that is appended to it.
struct PackChanges {
  private let base: Pack
  private let builder: PackBuilder
  /// The materials that stay of each segment, as places in the builder's entries.
  private var staying: [[Int]]
  /// Materials of the pack that are no more or have another campaign, by their place in the pack.
  private var removed: [Int] = []
  private var amended: [Int] = []
  private var added: [(entry: PackEntry, ordinal: UInt32)] = []

  /// nil when the order of the materials cannot be written: there were four billion additions.
  init?(of builder: PackBuilder, to base: Pack) {
    self.base = base
    self.builder = builder
    let tables = base.tables
    staying = [[Int]](repeating: [], count: tables.segments.count)
    for place in tables.materials.indices {
      guard let entry = builder.entries[place] else {
        removed.append(place)
        continue
      }
      guard case .pack = entry.peaks else {
        removed.append(place)
        added.append((entry, tables.ordinals[place]))
        continue
      }
      staying[tables.places[place].segment].append(place)
      if entry.material.campaign != tables.materials[place].campaign { amended.append(place) }
    }
    var ordinal = UInt64(tables.ordinals.last ?? 0)
    for entry in builder.entries[tables.materials.count...] {
      ordinal += 1
      guard let entry else { continue }
      guard let number = UInt32(exactly: ordinal) else { return nil }
      added.append((entry, number))
    }
  }

  /// What the policy makes of it.
  var plan: PackMergePolicy.Plan {
    guard let last = base.table.segments.last, last.number < PackLimits.segmentNumber else { return .whole }
    let sizes = staying.map { places in places.reduce(0) { $0 + base.tables.peaks[$1].range.count } }
    return builder.policy.plan(
      sizes: sizes, added: added.reduce(0) { $0 + $1.entry.bytes },
      wasted: 1 - base.usedBytes(peaks: sizes) / Double(max(1, base.header.fileBytes)))
  }

  /// The segment that says it all, and takes in the segments from `first` on.
  func content(mergingFrom first: Int) -> PackSegmentContent {
    let tables = base.tables
    var content = PackSegmentContent()
    let merged = staying[first...].joined().compactMap { place in
      builder.entries[place].map { (entry: $0, ordinal: tables.ordinals[place]) }
    }
    let entries = (merged + added).sorted { $0.ordinal < $1.ordinal }
    content.entries = entries.map(\.entry)
    content.ordinals = entries.map(\.ordinal)

    let newer = tables.segments[first...]
    let older = Set(base.table.segments[..<first].map(\.number))
    let removals = removed.map(reference) + newer.flatMap(\.removals)
    content.removals = Set(removals.filter { older.contains($0.segment) })
      .sorted { ($0.segment, $0.number) < ($1.segment, $1.number) }
    content.amendments = amendments(newer, first)
    setMarkers(of: &content, newer)
    return content
  }

  private func reference(_ place: Int) -> PackReference {
    let stored = base.tables.places[place]
    return PackReference(
      segment: base.table.segments[stored.segment].number, number: UInt32(truncatingIfNeeded: stored.number))
  }

  /// Of the segments before `first`, those that were amended before or are now.
  private func amendments(
    _ newer: ArraySlice<PackTables.Segment>, _ first: Int
  ) -> [(material: PackReference, campaign: String?)] {
    var places = Set(amended)
    for reference in newer.flatMap(\.amended) {
      guard let segment = base.table.segments.firstIndex(where: { $0.number == reference.segment }) else { continue }
      if let place = base.tables.segments[segment].numbers[Int(reference.number)] { places.insert(place) }
    }
    return places.sorted().compactMap { place in
      guard base.tables.places[place].segment < first, let entry = builder.entries[place], case .pack = entry.peaks
      else {
        return nil
      }
      return (reference(place), entry.material.campaign)
    }
  }

  /// Of all markers that the merged segments speak of or that are changed, what is to be known of them.
  private func setMarkers(of content: inout PackSegmentContent, _ newer: ArraySlice<PackTables.Segment>) {
    var codes = Set(newer.flatMap(\.markers))
    codes.formUnion(newer.flatMap(\.removals).filter { $0.segment == PackReference.marker }.map(\.number))
    for marker in base.markers where builder.markersByCode[marker.code] != marker { codes.insert(marker.code) }
    for marker in builder.markers where base.marker(code: marker.code) != marker { codes.insert(marker.code) }
    for code in codes.sorted() {
      if let marker = builder.markersByCode[code] {
        content.markers.append(marker)
      } else {
        content.removals.append(PackReference(segment: PackReference.marker, number: code))
      }
    }
  }
}
