/// One look into a bucket of a segment of the index.
struct Probe {
  /// The bucket's postings.
  var begin: UInt32
  var end: UInt32
  /// Range of the hash's bits that the posting holds.
  var lowest: UInt32
  var highest: UInt32
  /// Bit i is set when the fractions i (2 bits level, 2 bits difference) are near enough.
  var fractions: UInt32
  /// Place of the anchor in the stream times speed, frames, less where the segment's time line begins: an offset is a
  /// posting's frame minus this.
  var base: UInt32
}
