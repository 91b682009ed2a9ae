/// Collects the texts of one section and gives references to them.
struct PackTextWriter {
  private(set) var bytes: [UInt8] = []

  /// Adds a text and puts the reference to it at the end of `record`.
  mutating func add(_ text: String?, to record: inout [UInt8]) {
    guard let text else {
      record.appendLittleEndian(PackTextReader.absent)
      record.appendLittleEndian(UInt32(0))
      return
    }
    // Overlong sections are refused as a whole before anything is written; until then only the number must not trap.
    record.appendLittleEndian(UInt32(truncatingIfNeeded: bytes.count))
    record.appendLittleEndian(UInt32(truncatingIfNeeded: text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}
