/// What is wrong with a pipeline description, and where.
public struct DescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error; more can be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case unreadable, encoding, tooLarge, include, variable, syntax, empty, noSuchElement, noSuchProperty, badValue
      case duplicateName, noSuchName, link, other
    }
    private let value: Value

    /// The file is missing or cannot be read.
    public static let unreadable = Code(value: .unreadable)
    /// The text is not UTF-8, or has a zero byte in it.
    public static let encoding = Code(value: .encoding)
    /// The text, or what it expands to, is longer or nested deeper than any description should be.
    public static let tooLarge = Code(value: .tooLarge)
    /// An included file cannot be read, or includes itself.
    public static let include = Code(value: .include)
    /// A variable has no value, or cannot stand where it does.
    public static let variable = Code(value: .variable)
    /// The text does not follow the syntax.
    public static let syntax = Code(value: .syntax)
    /// There is no element in it.
    public static let empty = Code(value: .empty)
    /// An element is not installed: `missingElements` has it.
    public static let noSuchElement = Code(value: .noSuchElement)
    /// An element has no such property.
    public static let noSuchProperty = Code(value: .noSuchProperty)
    /// A property's value is of the wrong type or out of range, or cannot be set.
    public static let badValue = Code(value: .badValue)
    /// Two elements have the same name.
    public static let duplicateName = Code(value: .duplicateName)
    /// No element has the name that is linked to.
    public static let noSuchName = Code(value: .noSuchName)
    /// Two elements cannot be linked.
    public static let link = Code(value: .link)
    /// GStreamer refused the description for another reason.
    public static let other = Code(value: .other)

    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The file, or what the caller named the text.
  public let file: String
  /// Counted from 1; nil where the place is unknown.
  public let line: Int?
  /// In characters, counted from 1; nil where the place is unknown.
  public let column: Int?
  /// One sentence without a full stop: what is wrong, and how to mend it.
  public let message: String
  /// The elements that are not installed.
  public let missingElements: [String]

  /// An error with the given values.
  public init(
    _ code: Code, _ message: String, file: String, line: Int? = nil, column: Int? = nil, missingElements: [String] = []
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.line = line
    self.column = column
    self.missingElements = missingElements
  }

  /// `FILE:LINE:COLUMN: message`.
  public var description: String {
    let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }
    return place.joined(separator: ":") + ": " + message
  }
}
