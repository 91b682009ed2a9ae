/// An open pack: one file with the fingerprints, descriptions, campaigns and markers of materials.
///
/// Opening checks the header, all tables and the index directories, so that a damaged or crafted file is refused and never
/// trusted; peaks and postings are used where they lie and checked by `verify` and `verifyInBackground`. Edits append to
/// the file, or write a new one and rename it over the old one (`PackBuilder`), and change no byte that was there: an open
/// pack goes on showing what it was opened with. Only a program that truncates the file in place harms readers: touching the lost part of a mapped file kills the process
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

  let place: PackHeader.TablePlace
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
    let file = try PackSource(path: path)
    let (header, place) = try PackHeader.read(from: file)
    let source = file.limited(to: Int(header.fileBytes))
    guard header.algorithm == algorithm else {
      throw PackError(
        code: .otherAlgorithm, path: path,
        message:
          "\(path) was made with the fingerprint algorithm \(header.algorithm) and this program uses \(algorithm); "
          + "build the pack again with this program")
    }
    let table = try PackSectionTable(from: source, at: place)
    let isWhole = header.formatMajor == PackFormat.wholeMajor
    let tables = try PackTables(from: source, table, isWhole: isWhole)
    for segment in table.segments where segment[.parameters].range.count > PackLimits.parameterBytes {
      throw .damaged(path, PackSection.Name.parameters.rawValue, "it is too long")
    }
    let mapping = try source.map(copying: loading == .memory)
    let body = PackBody(source: source, mapping: mapping, isCopy: loading == .memory)
    for section in table.segments.flatMap({ [$0[.parameters], $0[.directory]] }) {
      guard try body.checksum(of: section.range) == section.checksum else {
        throw .damaged(path, section.name, "its checksum does not match")
      }
    }
    do {
      let parts = zip(table.segments, tables.segments).map { segment, content in
        IndexPart(
          parameters: mapping.part(segment[.parameters].range), directory: mapping.part(segment[.directory].range),
          postings: mapping.part(segment[.postings].range),
          materials: zip(content.durations, content.peaks).map { duration, peaks in
            IndexedMaterial(duration: duration, peaks: mapping.part(peaks.range))
          }, numbers: content.numbers)
      }
      index = try LandmarkIndex(parts, owner: mapping)
    } catch {
      throw .damaged(path, "index", "it does not fit the materials")
    }
    self.path = path
    self.header = header
    self.place = place
    self.table = table
    self.tables = tables
    self.body = body
  }

  /// The materials, in the order in which they were first added; matches number them so.
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
    let peaks = body.mapping.part(tables.peaks[index].range)
    guard PackChecksum.of(peaks) == tables.peaks[index].checksum else {
      throw .damaged(path, PackSection.Name.peaks.rawValue, "the peaks of \(materials[index].id)")
    }
    return peaks
  }
}
