/// Hashes that one pair of landmarks may have been stored with: one cell of levels over three distances.
struct HashRange {
  /// First and last hash, of `PairHash.bits` bits.
  var lowest: UInt32
  var highest: UInt32
  /// Bit i is set when the fractions i (2 bits level, 2 bits difference) are near enough.
  var fractions: UInt32
  /// Place of the anchor in the stream times speed, frames; an offset is a posting's frame minus this.
  var base: UInt32
}
