/// How the file of a pack is used.
public struct PackUsage: Sendable, Equatable {
  /// Number of segments; each look-up goes through all of them.
  public let segments: Int
  /// Bytes that hold what is in the pack. Of a segment some of whose materials were removed or replaced, the part that the
  /// others have of its landmarks.
  public let liveBytes: Int
  /// Bytes that the next writing of the whole pack frees.
  public let deadBytes: Int
}

extension Pack {
  /// How the file is used.
  public var usage: PackUsage {
    var sizes = [Int](repeating: 0, count: table.segments.count)
    for (place, peaks) in zip(tables.places, tables.peaks) { sizes[place.segment] += peaks.range.count }
    let whole = Int(header.fileBytes)
    let live = header.formatMajor == PackFormat.wholeMajor ? whole : min(whole, Int(usedBytes(peaks: sizes)))
    return PackUsage(segments: table.segments.count, liveBytes: live, deadBytes: whole - live)
  }

  /// What materials use of the file whose peaks together have so many bytes in each segment, and headers and section table.
  func usedBytes(peaks: [Int]) -> Double {
    let front = place.count * PackFormat.sectionEntryBytes + PackFormat.roomyStart
    return peaks.indices.reduce(Double(front)) { sum, segment in
      let all = tables.segments[segment].peaks.reduce(0) { $0 + $1.range.count }
      return sum + Double(table.segments[segment].bytes) * (all > 0 ? Double(peaks[segment]) / Double(all) : 1)
    }
  }
}
