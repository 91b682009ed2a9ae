import FoundationEssentials

extension JSONValue {
  /// Reads one JSON text (RFC 8259), white space around it allowed. A whole number outside `Int64` becomes a `Double`.
  ///
  /// - Throws: `DecodingError` for everything else, also for values nested deeper than 512 levels.
  public init(parsing text: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }
}
