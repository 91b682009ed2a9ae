/// Where one material's packed peaks stand in the file.
struct PackPeaks: Sendable, Equatable {
  /// In the section PEAK of the material's segment.
  let range: Range<Int>
  /// CRC-32 of the peaks, so that one material can be checked and copied without reading the whole section.
  let checksum: UInt32
}
