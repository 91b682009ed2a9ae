/// The numbers of format 1.0; docs/pack-format.md has the layouts.
enum PackFormat {
  /// A byte above 127, the name, and both kinds of line end, so that a transfer in text mode is noticed.
  static let magic: [UInt8] = [0x89, 0x45, 0x41, 0x52, 0x50, 0x0D, 0x0A, 0x1A]
  static let major = 1
  static let minor = 0
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
  static let peakAlignment = 8

  /// Sections start on such a multiple.
  static let sectionAlignment = 64
  /// Sections of newer minor versions may start on any multiple of this…
  static let minimumAlignment = 8
  /// …with less than this many zero bytes before them.
  static let maximumPadding = 4096
}
