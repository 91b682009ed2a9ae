public import FoundationEssentials

/// The editable contents of a pack; `write` makes a file of them.
///
/// Materials keep the order in which they were added. What comes from an open pack is not copied: the builder keeps the
/// pack open, appends to it what is new, or reads from it when it writes it anew, checking what it copies.
///
/// To edit a pack that others may edit too, hold its `PackLock` from opening to writing.
public struct PackBuilder: Sendable {
  /// The pack's identity: new for a new pack, kept for an edited one.
  public var packID = UUID()
  /// When the pack was first written; nil for now.
  public var created: Date?
  /// The program that writes and its version, at most 55 bytes of UTF-8; what is longer is cut.
  public var creator = PackFormat.creator

  /// When segments are merged; of no effect on what the pack says.
  var policy = PackMergePolicy()

  /// The pack the contents came from.
  let base: Pack?
  /// Removed materials leave nil, so that removing many is not slow; `write` closes the gaps.
  private(set) var entries: [PackEntry?] = []
  private var indices: [String: Int] = [:]
  private(set) var markersByCode: [UInt32: PackMarker] = [:]

  /// An empty pack.
  public init() { base = nil }

  /// The contents of an open pack.
  public init(contentsOf pack: Pack) {
    base = pack
    packID = pack.header.packID
    created = pack.header.created
    entries = pack.materials.indices.map { PackEntry(material: pack.materials[$0], peaks: .pack(pack, $0)) }
    indices = pack.tables.indices
    for marker in pack.markers { markersByCode[marker.code] = marker }
  }

  /// How many materials there are.
  public var count: Int { indices.count }

  /// The materials in their order.
  public var materials: [PackMaterial] { entries.compactMap { $0?.material } }

  /// The markers, codes ascending.
  public var markers: [PackMarker] { markersByCode.values.sorted { $0.code < $1.code } }

  /// Whether there is a material of that id.
  public func contains(id: String) -> Bool { indices[id] != nil }

  /// The material of that id.
  public func material(id: String) -> PackMaterial? { indices[id].flatMap { entries[$0]?.material } }

  /// Adds a material, or puts it in the place of the one with the same id, campaign and all. Its duration becomes that of
  /// the fingerprint.
  ///
  /// Throws `PackError` (`invalidArgument`) when a field is outside the limits `PackMaterial` names or the pack is full.
  public mutating func add(_ material: PackMaterial, fingerprint: Fingerprint) throws {
    var material = material
    material.duration = fingerprint.duration
    if let problem = PackLimits.problem(with: material) { throw refusal("the material \"\(material.id)\"", problem) }
    let entry = PackEntry(material: material, peaks: .fingerprint(fingerprint))
    if let index = indices[material.id] {
      entries[index] = entry
      return
    }
    guard count < PackLimits.materials else {
      throw refusal("the material \"\(material.id)\"", "a pack holds at most \(PackLimits.materials) materials")
    }
    indices[material.id] = entries.count
    entries.append(entry)
  }

  /// Removes the material of that id; false when there is none.
  @discardableResult
  public mutating func remove(id: String) -> Bool {
    guard let index = indices.removeValue(forKey: id) else { return false }
    entries[index] = nil
    return true
  }

  /// Sets what the embedded campaign provider answers for a material: the text of a JSON object, nil for nothing.
  ///
  /// Throws `PackError`: `noSuchMaterial`, or `invalidArgument` when the text is no JSON object or longer than 1 MiB.
  public mutating func setCampaign(_ json: String?, materialID: String) throws {
    guard let index = indices[materialID] else {
      throw PackError(
        code: .noSuchMaterial, path: path,
        message: "\(place) has no material \"\(materialID)\"; `earmark pack list` shows those it has")
    }
    if let json, let problem = PackLimits.problem(withJSON: json, "campaign") {
      throw refusal("the campaign of \"\(materialID)\"", problem)
    }
    entries[index]?.material.campaign = json
  }

  /// Adds a marker, or puts it in the place of the one with the same code.
  ///
  /// Throws `PackError` (`invalidArgument`) when a field is outside the limits `PackMarker` names or the pack is full.
  public mutating func setMarker(_ marker: PackMarker) throws {
    if let problem = PackLimits.problem(with: marker) { throw refusal("the marker \(marker.code)", problem) }
    guard markersByCode[marker.code] != nil || markersByCode.count < PackLimits.markers else {
      throw refusal("the marker \(marker.code)", "a pack holds at most \(PackLimits.markers) markers")
    }
    markersByCode[marker.code] = marker
  }

  /// Removes the marker of that code; false when there is none.
  @discardableResult
  public mutating func removeMarker(code: UInt32) -> Bool { markersByCode.removeValue(forKey: code) != nil }

  private var path: String { base?.path ?? "" }
  private var place: String { base?.path ?? "the new pack" }

  private func refusal(_ what: String, _ problem: String) -> PackError {
    .invalid(path, "\(what) cannot be put into \(place): \(problem)")
  }
}
