/// The numbers of the format; docs/pack-format.md has the layouts.
enum PackFormat {
  /// A byte above 127, the name, and both kinds of line end, so that a transfer in text mode is noticed.
  static let magic: [UInt8] = [0x89, 0x45, 0x41, 0x52, 0x50, 0x0D, 0x0A, 0x1A]
  /// The newest version that is read and written: packs of several segments.
  static let major = 2
  static let minor = 0
  /// Packs of one segment.
  static let wholeMajor = 1
  /// What writes packs unless told otherwise: program and version, in step with the file VERSION.
  static let creator = "earmark 0.1.0"

  static let headerBytes = 192
  static let maximumHeaderBytes = 4096
  static let algorithmBytes = 48
  static let creatorBytes = 56
  static let sectionEntryBytes = 32
  static let tableHeaderBytes = 16
  static let materialRecordBytes = 80
  static let markerRecordBytes = 32
  /// Records of materials with an ordinal.
  static let orderedMaterialRecordBytes = 88
  static let removalRecordBytes = 8
  static let amendmentRecordBytes = 24
  static let peakAlignment = 8

  /// Sections start on such a multiple.
  static let sectionAlignment = 64
  /// Sections of newer minor versions may start on any multiple of this…
  static let minimumAlignment = 8
  /// …with less than this many zero bytes before them.
  static let maximumPadding = 4096

  /// Where the second header stands, in another block of the disk than the first.
  static let secondHeaderOffset = 4096
  /// Where the sections begin when there is room for it.
  static let roomyStart = secondHeaderOffset + headerBytes
}
