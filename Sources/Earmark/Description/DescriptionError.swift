/// Why a description is no pipeline.
public struct DescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The description's name.
  public let file: String
  /// One sentence.
  public let message: String
  /// The elements that are not installed.
  public let missingElements: [String]

  public var description: String { "\(file): \(message)" }
}
