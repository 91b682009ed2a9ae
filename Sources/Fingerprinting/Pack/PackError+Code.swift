extension PackError {
  /// The kinds of failure. A struct and not an enum, so that a new kind breaks no caller's `switch`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case notFound, notAPack, truncated, damaged, newerMajor, otherAlgorithm, unreadable, unwritable, noSpace, exists
      case busy, invalidArgument, noSuchMaterial
    }

    private let value: Value

    /// The code's name, for logs.
    public var description: String { value.rawValue }

    /// Nothing is at the path.
    public static let notFound = Code(value: .notFound)
    /// What is at the path is no pack: a directory, a device, an empty file, some other kind of file.
    public static let notAPack = Code(value: .notAPack)
    /// The file ends before the pack does.
    public static let truncated = Code(value: .truncated)
    /// A checksum or a value inside the file is wrong; `section` says where.
    public static let damaged = Code(value: .damaged)
    /// The pack has a major format version this program does not know.
    public static let newerMajor = Code(value: .newerMajor)
    /// The pack's fingerprints were made with another algorithm.
    public static let otherAlgorithm = Code(value: .otherAlgorithm)
    /// The file exists and may not, or cannot, be read.
    public static let unreadable = Code(value: .unreadable)
    /// The file or its directory cannot be written.
    public static let unwritable = Code(value: .unwritable)
    /// The disk, the quota or the file size limit is exhausted.
    public static let noSpace = Code(value: .noSpace)
    /// A file is there already and must not be replaced.
    public static let exists = Code(value: .exists)
    /// Another process is changing the pack.
    public static let busy = Code(value: .busy)
    /// A value given by the caller is outside its limits.
    public static let invalidArgument = Code(value: .invalidArgument)
    /// The pack has no material of that id.
    public static let noSuchMaterial = Code(value: .noSuchMaterial)
  }
}
