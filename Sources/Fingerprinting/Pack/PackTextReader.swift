/// Reads the texts of one section (TEXT, META or CAMP), in the order of the records that refer to them.
///
/// A reference is the offset of the text in the section and its length in bytes, both 32 bits; offset FFFFFFFF with
/// length 0 says there is no text. Every reference points behind the one before, so that however a file was made its
/// texts together are no longer than the section.
struct PackTextReader {
  static let absent = UInt32.max

  private let path: String
  private let section: String
  private let bytes: [UInt8]
  private var end = 0

  init(_ bytes: [UInt8], section: PackSection.Name, path: String) {
    self.bytes = bytes
    self.section = section.rawValue
    self.path = path
  }

  /// The text a reference at `offset` of a record stands for, nil when there is none.
  mutating func text(_ record: UnsafeRawBufferPointer, at offset: Int) throws(PackError) -> String? {
    let start = record.littleEndian(UInt32.self, at: offset)
    let length = record.littleEndian(UInt32.self, at: offset + 4)
    if start == Self.absent && length == 0 { return nil }
    let upper = UInt64(start) + UInt64(length)
    guard start >= end, upper <= UInt64(bytes.count) else {
      throw .damaged(path, section, "a text lies outside its place")
    }
    end = Int(upper)
    guard let text = String(validating: bytes[Int(start)..<end], as: UTF8.self) else {
      throw .damaged(path, section, "a text is not UTF-8")
    }
    return text
  }

  /// The text of a reference that must not be absent.
  mutating func requiredText(_ record: UnsafeRawBufferPointer, at offset: Int) throws(PackError) -> String {
    guard let text = try text(record, at: offset) else { throw .damaged(path, section, "a text is missing") }
    return text
  }
}
