import CGStreamer

/// Why a description could not become a pipeline, or a pipeline could not start.
public struct PipelineError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of error it is.
  public struct Code: Sendable, Equatable {
    private enum Kind { case noGStreamer, syntax, noElement, noProperty, badProperty, link, empty, start }
    private let kind: Kind
    /// GStreamer could not be initialised.
    public static let noGStreamer = Code(kind: .noGStreamer)
    /// The description does not follow the syntax.
    public static let syntax = Code(kind: .syntax)
    /// An element is not installed; the message names it.
    public static let noSuchElement = Code(kind: .noElement)
    /// An element has no such property.
    public static let noSuchProperty = Code(kind: .noProperty)
    /// A property's value was refused.
    public static let invalidProperty = Code(kind: .badProperty)
    /// Two elements have no format in common.
    public static let cannotLink = Code(kind: .link)
    /// The description has no element.
    public static let empty = Code(kind: .empty)
    /// An element refused to start; the message is its own.
    public static let cannotStart = Code(kind: .start)
  }

  /// What kind of error it is.
  public let code: Code
  /// One sentence.
  public let message: String
  /// The elements that are not installed.
  public let missingElements: [String]
  /// What the element said that refused to start.
  public let cause: ElementError?

  /// An error with the given values.
  public init(_ code: Code, _ message: String, missingElements: [String] = [], cause: ElementError? = nil) {
    self.code = code
    self.message = message
    self.missingElements = missingElements
    self.cause = cause
  }

  init(_ error: UnsafeMutablePointer<GError>?, missingElements: [String]) {
    let text = error?.pointee.message.map { String(cString: $0) } ?? "The description could not be read."
    let code: Code =
      switch error?.pointee.code.magnitude ?? 0 {
      case UInt32(GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue): .noSuchElement
      case UInt32(GST_PARSE_ERROR_NO_SUCH_PROPERTY.rawValue): .noSuchProperty
      case UInt32(GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY.rawValue): .invalidProperty
      case UInt32(GST_PARSE_ERROR_LINK.rawValue), UInt32(GST_PARSE_ERROR_DELAYED_LINK.rawValue): .cannotLink
      case UInt32(GST_PARSE_ERROR_EMPTY.rawValue), UInt32(GST_PARSE_ERROR_EMPTY_BIN.rawValue): .empty
      default: .syntax
      }
    self.init(code, text, missingElements: missingElements)
  }

  public var description: String { message }
}
