/// A view over the segments of an index, as they lie in memory or in a mapped file; nothing is copied but the table of
/// materials.
///
/// The time lines of the segments follow one another and make one; a removed material has its stretch there and nothing
/// else.
public final class LandmarkIndex: @unchecked Sendable {  // raw pointers into memory never written, kept by `owner`
  /// Name and version of the algorithm that made the landmarks and the index; others cannot be mixed with it.
  public static let algorithm = "earmark-landmarks/1"

  /// Offsets are counted in 32 bits, and some room is left behind the last material.
  private static let longestTimeLine = 4_000_000_000

  let segments: [IndexSegment]
  let lists: [PeakList]
  /// First global frame of each material, and behind them the end of the time line.
  let starts: [Int]
  let durations: [Double]
  /// Number of landmark pairs stored, removed materials' included.
  public let postingCount: Int
  private let stretches: [Stretch]
  private let removals: [RemovedFrames]
  private let owner: AnyObject?

  /// Where a material is heard on the time line.
  private struct Stretch {
    /// From half a gap before it…
    let from: Int
    /// …to half a gap behind it.
    let to: Int
    let number: Int
  }

  /// Number of materials that are not removed.
  public var materialCount: Int { lists.count }

  /// Checks the sections: sizes, the whole directory, the sizes of every list of landmarks. What postings and landmarks say
  /// is not checked; whatever they say, nothing is read outside the buffers.
  ///
  /// - Parameters:
  ///   - materials: in the order the index was built with.
  ///   - owner: kept alive as long as the index, to hold the memory of the buffers.
  /// - Throws: `FingerprintError` when anything does not fit.
  public convenience init(
    parameters: UnsafeRawBufferPointer, directory: UnsafeRawBufferPointer, postings: UnsafeRawBufferPointer,
    materials: [IndexedMaterial], owner: AnyObject? = nil
  ) throws {
    let part = IndexPart(
      parameters: parameters, directory: directory, postings: postings, materials: materials,
      numbers: Array(materials.indices))
    try self.init([part], owner: owner)
  }

  /// Checks the parts as above. The numbers of all parts together are 0, 1, 2, …, each once.
  init(_ parts: [IndexPart], owner: AnyObject?) throws {
    var segments: [IndexSegment] = []
    var removals: [RemovedFrames] = []
    var placed: [(number: Int, list: PeakList, start: Int, duration: Double)] = []
    var stretches: [Stretch] = []
    var origin = 0
    for part in parts {
      let starts = try IndexGeometry.starts(durations: part.materials.lazy.map(\.duration))
      let geometry = part.numbers.contains(nil) ? IndexGeometry(part.parameters) : nil
      let removed = geometry.map { RemovedFrames(timeBits: $0.timeBits) }
      for (place, (material, number)) in zip(part.materials, part.numbers).enumerated() {
        guard let list = PeakList(material.peaks) else {
          throw FingerprintError.damagedIndex("the landmarks of a material have the wrong size")
        }
        guard let number else {
          removed?.insert(start: starts[place], next: starts[place + 1])
          continue
        }
        let start = origin + starts[place]
        placed.append((number, list, start, material.duration))
        let half = IndexGeometry.gap / 2
        stretches.append(Stretch(from: start - half, to: origin + starts[place + 1] - half, number: number))
      }
      let frames = starts.last ?? 0
      segments.append(
        try IndexSegment(
          parameters: part.parameters, directory: part.directory, postings: part.postings,
          materialCount: part.materials.count, frames: frames, origin: origin,
          removed: removed.map { UnsafePointer($0.bits) }))
      if let removed { removals.append(removed) }
      origin += frames
      guard origin < Self.longestTimeLine else { throw FingerprintError.tooLarge }
    }
    placed.sort { $0.number < $1.number }
    guard placed.indices.allSatisfy({ placed[$0].number == $0 }) else {
      throw FingerprintError.damagedIndex("its materials are not numbered one after another")
    }
    self.segments = segments
    self.removals = removals
    self.stretches = stretches
    lists = placed.map(\.list)
    starts = placed.map(\.start) + [origin]
    durations = placed.map(\.duration)
    postingCount = segments.reduce(0) { $0 + $1.geometry.postingCount }
    self.owner = owner
  }

  /// The material whose stretch of the time line, with half the gap on either side, holds a global frame.
  func material(atFrame frame: Int) -> Int? {
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].from <= frame { low = middle + 1 } else { high = middle }
    }
    guard low > 0, frame < stretches[low - 1].to else { return nil }
    return stretches[low - 1].number
  }
}
