import Fingerprinting
import Media

/// A file that was fingerprinted.
struct IntakeMaterial: Sendable {
  let source: MaterialSource
  let fingerprint: Fingerprint
  let title: String
  /// What of the file could not be used, if anything.
  let warning: String?
}
