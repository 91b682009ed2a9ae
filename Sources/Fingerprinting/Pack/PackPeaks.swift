/// Where one material's packed peaks stand in the section PEAK.
struct PackPeaks: Sendable, Equatable {
  /// Offsets from the start of the section; the lower one is a multiple of 8.
  let range: Range<Int>
  /// CRC-32 of the peaks, so that one material can be checked and copied without reading the whole section.
  let checksum: UInt32
}
