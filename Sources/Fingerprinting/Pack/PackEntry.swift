/// A material of a builder and where its peaks are.
struct PackEntry: Sendable {
  /// Where the peaks are until they are written.
  enum Peaks: Sendable {
    case fingerprint(Fingerprint)
    case pack(Pack, Int)
  }

  var material: PackMaterial
  let peaks: Peaks

  /// Length of the peaks in bytes.
  var bytes: Int {
    switch peaks {
    case .fingerprint(let fingerprint): fingerprint.peaks.count
    case .pack(let pack, let index): pack.tables.peaks[index].range.count
    }
  }

  /// CRC-32 of the peaks.
  var checksum: UInt32 {
    switch peaks {
    case .fingerprint(let fingerprint): PackChecksum.of(fingerprint.peaks)
    case .pack(let pack, let index): pack.tables.peaks[index].checksum
    }
  }

  /// Writes the peaks; throws `damaged` naming the other pack when they are not what was written there.
  func write(to output: PackOutput) throws(PackError) {
    switch peaks {
    case .fingerprint(let fingerprint): try output.write(fingerprint.peaks)
    case .pack(let pack, let index): try output.write(try pack.checkedPeaks(at: index))
    }
  }
}
