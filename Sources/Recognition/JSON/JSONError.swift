/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was found wrong, for people.
  public let message: String
  /// Where, in bytes of UTF-8 from the beginning.
  public let offset: Int

  /// The message and where.
  public var description: String { "\(message) at byte \(offset)" }
}
