/// Text that is read: a file, a text from memory, or the value of a variable.
struct SourceText: Sendable {
  /// Where a token begins.
  struct Place: Sendable, Equatable {
    /// Which of a description's sources.
    var source: Int
    /// Scalars from its beginning.
    var offset: Int
  }

  /// For messages.
  let name: String
  let scalars: [Unicode.Scalar]
  /// For the value of a variable: its name and where it is used.
  var variable: (name: String, place: Place)?

  /// Line and column, counted from 1, the column in characters as people count them.
  func position(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, scalars.count) where Self.endsLine(scalars, index) {
      line += 1
      start = index + 1
    }
    var before = String.UnicodeScalarView()
    before.append(contentsOf: scalars[start..<min(offset, scalars.count)])
    return (line, String(before).count + 1)
  }

  /// Whether a line ends with the scalar at this place; CR LF is one end.
  private static func endsLine(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    switch scalars[index] {
    case "\n": true
    case "\r": index + 1 == scalars.count || scalars[index + 1] != "\n"
    default: false
    }
  }
}

extension [SourceText] {
  /// An error at a place. What is in the value of a variable is reported where the variable is used.
  func error(_ code: DescriptionError.Code, _ message: String, at place: SourceText.Place, missing: [String] = [])
    -> DescriptionError
  {
    let source = self[place.source]
    if let variable = source.variable {
      return error(code, "\(message) (in the value of \(variable.name))", at: variable.place, missing: missing)
    }
    let (line, column) = source.position(of: place.offset)
    return DescriptionError(
      code, message, file: source.name, line: line, column: column, missingElements: missing)
  }
}
