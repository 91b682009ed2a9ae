import GStreamerKit

/// The version the program gives.
enum ProgramVersion {
  static let text = "\(Version.text)"
}
