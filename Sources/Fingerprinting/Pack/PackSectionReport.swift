/// What checking one section of a pack found.
public struct PackSectionReport: Sendable, Equatable {
  /// The number of the section's segment.
  public let segment: Int
  /// The section's name, four characters.
  public let name: String
  /// Its length in bytes.
  public let bytes: UInt64
  /// Whether its bytes are those that were written.
  public let ok: Bool
}
