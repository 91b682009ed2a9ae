/// A version of the format.
struct PackVersion: Sendable, Equatable, Comparable {
  let major: Int
  let minor: Int

  /// One segment, and no room for a second header: is written anew as a whole.
  static let whole = PackVersion(major: 1, minor: 0)
  /// One segment, and room for a second header: segments can be appended.
  static let roomy = PackVersion(major: 1, minor: 1)
  /// Several segments.
  static let segmented = PackVersion(major: 2, minor: 0)

  static func < (one: PackVersion, other: PackVersion) -> Bool {
    (one.major, one.minor) < (other.major, other.minor)
  }
}
