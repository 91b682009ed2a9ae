extension JSONValue {
  /// Reads one JSON text (RFC 8259), white space around it allowed.
  ///
  /// The last value of a repeated key stands. A whole number outside `Int64` becomes a `Double`.
  ///
  /// - Throws: `JSONError` for everything else: text after the value, lone surrogates, control characters inside a
  ///   string, numbers too large for a `Double`, and values nested deeper than 128 levels.
  public init(parsing text: String) throws {
    var parser = JSONParser(text)
    self = try parser.parse()
  }
}
