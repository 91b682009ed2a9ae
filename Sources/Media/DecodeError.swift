/// Why an input gave no audio, or stopped giving it.
public struct DecodeError: Error, Sendable, Equatable {
  /// The kind of failure; more can be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case notFound, directory, empty, unreadable, notMedia, noAudio, missingDecoder, corrupt, stalled, network
      case notAuthorised, cancelled, failed
    }

    private let value: Value

    /// There is no such file, or nothing at the URI.
    public static let notFound = Code(value: .notFound)
    /// The path is a directory.
    public static let directory = Code(value: .directory)
    /// There is not a single byte.
    public static let empty = Code(value: .empty)
    /// It is there, but may not be or cannot be read.
    public static let unreadable = Code(value: .unreadable)
    /// It is no audio or video file of any kind that is known.
    public static let notMedia = Code(value: .notMedia)
    /// It is a media file without a sound track.
    public static let noAudio = Code(value: .noAudio)
    /// A GStreamer plugin is missing; the message says which package brings it if that is known.
    public static let missingDecoder = Code(value: .missingDecoder)
    /// It is damaged or cut off before anything could be decoded.
    public static let corrupt = Code(value: .corrupt)
    /// No data came for too long.
    public static let stalled = Code(value: .stalled)
    /// A host cannot be reached, or a connection broke off.
    public static let network = Code(value: .network)
    /// A server wants credentials.
    public static let notAuthorised = Code(value: .notAuthorised)
    /// `cancel()` was called.
    public static let cancelled = Code(value: .cancelled)
    /// Something else; the message says what.
    public static let failed = Code(value: .failed)

    public var description: String { value.rawValue }
  }

  /// The kind of failure, for programs.
  public let code: Code
  /// One sentence without a full stop that names the input and, where it helps, how to mend it.
  public let message: String
  /// What GStreamer said about it, for those who look deeper; may be empty.
  public let details: String

  /// An error with the given values.
  public init(_ code: Code, _ message: String, details: String = "") {
    self.code = code
    self.message = message
    self.details = details
  }
}
