/// Why recognition could not go on.
public struct RecognitionError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure; more can be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case pack, input, stage, description, device, network, stalled
    }
    private let value: Value

    /// The pack is missing, damaged or of another version: `cause` is a `PackError`.
    public static let pack = Code(value: .pack)
    /// The input cannot be read or decoded: `cause` is a `DecodeError`.
    public static let input = Code(value: .input)
    /// An element failed, or the stages are not there.
    public static let stage = Code(value: .stage)
    /// A pipeline's description cannot be used: `cause` is a `DescriptionError`, where the text is to blame.
    public static let description = Code(value: .description)
    /// A sound device is missing, busy, not permitted, or has gone: `cause` is an `ElementError`.
    public static let device = Code(value: .device)
    /// A host cannot be reached, or a connection broke off: `cause` is an `ElementError`.
    public static let network = Code(value: .network)
    /// No audio came for too long.
    public static let stalled = Code(value: .stalled)

    public var description: String { value.rawValue }
  }

  /// The kind of failure.
  public let code: Code
  /// One sentence: what went wrong, and how to mend it.
  public let message: String
  /// What is behind it: a `PackError`, `DecodeError`, `PipelineError` or `ElementError`; nil when nothing is.
  public let cause: (any Error)?

  /// An error with the given values.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
