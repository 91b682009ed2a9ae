/// An open pack: one immutable file with the fingerprints, descriptions, campaigns and markers of materials.
///
/// Opening checks the header, all tables and the index directory, so that a damaged or crafted file is refused and never
/// trusted; peaks and postings are used where they lie and checked by `verify` and `verifyInBackground`. Edits write a
/// new file and rename it over the old one (`PackBuilder`): an open pack goes on showing what it was opened with. Only a
/// program that truncates the file in place harms readers: touching the lost part of a mapped file kills the process
/// (SIGBUS). Where that can happen open with `loading: .memory`.
public final class Pack: Sendable {
  /// How the bytes of a pack are held.
  public enum Loading: Sendable {
    /// Mapped: shared with every other process, read as needed.
    case mapped
    /// Read whole at open.
    case memory
  }

  /// The file as it was named.
  public let path: String
  /// What the pack says of itself.
  public let header: PackHeader
  /// The inverted index over all materials.
  public let index: LandmarkIndex

  let table: PackSectionTable
  let tables: PackTables
  let body: PackBody

  /// Opens the pack at `path`.
  ///
  /// Throws `PackError`: `notFound`, `notAPack`, `truncated`, `damaged`, `newerMajor`, `otherAlgorithm`, `unreadable`,
  /// or `invalidArgument` for a path that cannot be one.
  public convenience init(path: String, loading: Loading = .mapped) throws {
    try self.init(path: path, loading: loading, algorithm: LandmarkIndex.algorithm)
  }

  init(path: String, loading: Loading, algorithm: String) throws(PackError) {
    let source = try PackSource(path: path)
    let (header, place) = try PackHeader.read(from: source)
    guard header.algorithm == algorithm else {
      throw PackError(
        code: .otherAlgorithm, path: path,
        message:
          "\(path) was made with the fingerprint algorithm \(header.algorithm) and this program uses \(algorithm); "
          + "build the pack again with this program")
    }
    let table = try PackSectionTable(from: source, at: place)
    let tables = try PackTables(from: source, table)
    guard table[.parameters].range.count <= PackLimits.parameterBytes else {
      throw .damaged(path, PackSection.Name.parameters.rawValue, "it is too long")
    }
    let mapping = try source.map(copying: loading == .memory)
    let body = PackBody(source: source, mapping: mapping, isCopy: loading == .memory)
    for name in [PackSection.Name.parameters, .directory] {
      guard try body.checksum(of: table[name].range) == table[name].checksum else {
        throw .damaged(path, name.rawValue, "its checksum does not match")
      }
    }
    let peaks = mapping.part(table[.peaks].range)
    do {
      index = try LandmarkIndex(
        parameters: mapping.part(table[.parameters].range), directory: mapping.part(table[.directory].range),
        postings: mapping.part(table[.postings].range),
        materials: zip(tables.materials, tables.peaks).map { material, place in
          IndexedMaterial(duration: material.duration, peaks: UnsafeRawBufferPointer(rebasing: peaks[place.range]))
        }, owner: mapping)
    } catch {
      throw .damaged(path, "index", "it does not fit the materials")
    }
    self.path = path
    self.header = header
    self.table = table
    self.tables = tables
    self.body = body
  }

  /// The materials, in the order of the index.
  public var materials: [PackMaterial] { tables.materials }

  /// The markers, codes ascending.
  public var markers: [PackMarker] { tables.markers }

  /// The place in `materials` of the material of that id.
  public func materialIndex(id: String) -> Int? { tables.indices[id] }

  /// The campaign of a material, the text of a JSON object as it was stored; nil when it has none or is not in the pack.
  public func campaign(materialID: String) -> String? {
    materialIndex(id: materialID).flatMap { materials[$0].campaign }
  }

  /// What the pack knows about a marker code.
  public func marker(code: UInt32) -> PackMarker? { tables.marker(code: code) }

  /// The fingerprint of the material at a place of `materials`, copied.
  ///
  /// Throws `PackError`: `damaged` when its peaks are not what was written, `noSuchMaterial` when the place is outside.
  public func fingerprint(at index: Int) throws -> Fingerprint {
    guard materials.indices.contains(index) else {
      throw PackError(code: .noSuchMaterial, path: path, message: "\(path) has no material number \(index)")
    }
    do {
      return try Fingerprint(duration: materials[index].duration, peaks: Array(try checkedPeaks(at: index)))
    } catch let error as PackError {
      throw error
    } catch {
      throw PackError.damaged(path, PackSection.Name.peaks.rawValue, "the peaks of \(materials[index].id)")
    }
  }

  /// The packed peaks of a material whose checksum matches.
  func checkedPeaks(at index: Int) throws(PackError) -> UnsafeRawBufferPointer {
    let peaks = UnsafeRawBufferPointer(rebasing: body.mapping.part(table[.peaks].range)[tables.peaks[index].range])
    guard PackChecksum.of(peaks) == tables.peaks[index].checksum else {
      throw .damaged(path, PackSection.Name.peaks.rawValue, "the peaks of \(materials[index].id)")
    }
    return peaks
  }
}
