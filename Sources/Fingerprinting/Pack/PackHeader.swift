public import FoundationEssentials

/// What a pack says of itself.
public struct PackHeader: Sendable, Equatable {
  /// Major format version, 1. Programs of format 1 open every pack of major version 1.
  public let formatMajor: Int
  /// Minor format version; may be newer than what this program writes.
  public let formatMinor: Int
  /// The pack's identity, kept when it is edited.
  public let packID: UUID
  /// When the pack was first written; whole milliseconds.
  public let created: Date
  /// When this file was written; whole milliseconds.
  public let written: Date
  /// How many times the pack was written, from 1.
  public let generation: UInt64
  /// Size of the file in bytes.
  public let fileBytes: UInt64
  /// The id of the algorithm its fingerprints and its index are made with.
  public let algorithm: String
  /// The program that wrote the file, and its version.
  public let createdBy: String
}
