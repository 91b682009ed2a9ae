/// What is read at open and held in memory: the materials and markers that all segments together say there are.
struct PackTables: Sendable {
  /// What a segment's index was built over.
  struct Segment: Sendable {
    let durations: [Double]
    let peaks: [PackPeaks]
    /// The place in `materials` of each; nil for one that is removed or replaced.
    fileprivate(set) var numbers: [Int?]
    /// What the segment said of older ones, and the markers it brought.
    let removals: [PackReference]
    let amended: [PackReference]
    let markers: [UInt32]
  }

  /// In the order in which they were first added.
  private(set) var materials: [PackMaterial] = []
  private(set) var peaks: [PackPeaks] = []
  private(set) var places: [PackPlace] = []
  /// Ascending.
  private(set) var ordinals: [UInt32] = []
  private(set) var markers: [PackMarker] = []
  private(set) var indices: [String: Int] = [:]
  private(set) var segments: [Segment] = []

  /// Reads and checks the tables of all segments.
  init(from source: PackSource, _ table: PackSectionTable, isWhole: Bool) throws(PackError) {
    // A sum cannot overflow: the ranges lie one after another in the file.
    let bytes = table.segments.reduce(0) { sum, segment in
      PackSection.Name.tables.reduce(sum) { $0 + segment[$1].range.count }
    }
    guard bytes <= PackLimits.tableBytes else { throw .damaged(source.path, "table", "the tables are too large") }
    var parts: [PackSegmentTables] = []
    for segment in table.segments {
      parts.append(try PackSegmentTables(from: source, segment, isWhole: isWhole))
    }
    let live = try collect(parts, table, source.path)
    for entry in live {
      let part = parts[entry.place.segment]
      let material = entry.material
      guard indices.updateValue(materials.count, forKey: material.id) == nil else {
        throw .damaged(source.path, PackSection.Name.materials.rawValue, "a material is there twice")
      }
      segments[entry.place.segment].numbers[entry.place.number] = materials.count
      materials.append(material)
      peaks.append(part.peaks[entry.place.number])
      places.append(entry.place)
      ordinals.append(part.ordinals[entry.place.number])
    }
    guard materials.count <= PackLimits.materials, markers.count <= PackLimits.markers else {
      throw .damaged(source.path, "table", "there are too many materials or markers")
    }
  }

  /// Lets newer segments remove, amend and add, and gives the materials that are left in their order.
  private mutating func collect(
    _ parts: [PackSegmentTables], _ table: PackSectionTable, _ path: String
  ) throws(PackError) -> [(material: PackMaterial, place: PackPlace)] {
    var numbers: [UInt32: Int] = [:]
    var removed: Set<PackPlace> = []
    var campaigns: [PackPlace: String?] = [:]
    var markersByCode: [UInt32: PackMarker] = [:]
    func place(of reference: PackReference, _ section: PackSection.Name) throws(PackError) -> PackPlace {
      guard let segment = numbers[reference.segment], reference.number < parts[segment].materials.count else {
        throw .damaged(path, section.rawValue, "it names a material that is not there")
      }
      return PackPlace(segment: segment, number: Int(reference.number))
    }
    for (segment, part) in parts.enumerated() {
      for removal in part.removals {
        if removal.segment == PackReference.marker {
          markersByCode[removal.number] = nil
        } else {
          removed.insert(try place(of: removal, .removals))
        }
      }
      for amendment in part.amendments {
        campaigns.updateValue(amendment.campaign, forKey: try place(of: amendment.material, .amendments))
      }
      for marker in part.markers { markersByCode[marker.code] = marker }
      numbers[table.segments[segment].number] = segment
      segments.append(
        Segment(
          durations: part.materials.map(\.duration), peaks: part.peaks,
          numbers: [Int?](repeating: nil, count: part.materials.count), removals: part.removals,
          amended: part.amendments.map(\.material), markers: part.markers.map(\.code)))
    }
    markers = markersByCode.values.sorted { $0.code < $1.code }
    var live: [(ordinal: UInt32, material: PackMaterial, place: PackPlace)] = []
    for (segment, part) in parts.enumerated() {
      for (number, material) in part.materials.enumerated() {
        let place = PackPlace(segment: segment, number: number)
        if !removed.isEmpty, removed.contains(place) { continue }
        var material = material
        if !campaigns.isEmpty, let campaign = campaigns[place] { material.campaign = campaign }
        live.append((part.ordinals[number], material, place))
      }
    }
    // Stable, so that a crafted pack with equal ordinals has an order as well.
    if !zip(live, live.dropFirst()).allSatisfy({ $0.ordinal <= $1.ordinal }) {
      live.sort {
        ($0.ordinal, $0.place.segment, $0.place.number) < ($1.ordinal, $1.place.segment, $1.place.number)
      }
    }
    return live.map { ($0.material, $0.place) }
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
}
