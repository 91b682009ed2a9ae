/// Why a pack could not be opened, read, edited or written.
public struct PackError: Error, Sendable, Equatable {
  /// The kind of failure, for programs.
  public let code: Code
  /// The pack (or other file) it is about, as the caller named it; empty for an error of a builder that has no file yet.
  public let path: String
  /// One sentence for people: what happened to which file and how to mend it.
  public let message: String
  /// The damaged part, for `damaged`: the name of a section (`PEAK`), `header`, `table` or `padding`.
  public let section: String?
  /// The `errno` behind the failure, for logs; nil when the operating system had no part in it.
  public let systemError: Int32?

  /// Makes an error.
  public init(code: Code, path: String, message: String, section: String? = nil, systemError: Int32? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.section = section
    self.systemError = systemError
  }
}

extension PackError: CustomStringConvertible {
  /// The sentence for people.
  public var description: String { message }
}
