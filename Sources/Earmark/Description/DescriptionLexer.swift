/// Turns the text of a description into tokens: leaves out comments, follows includes, puts in variables.
///
/// The syntax is that of docs/pipeline-files.md. GStreamer's own scanner gives no positions, and takes some characters of
/// a value for syntax; what comes out here is written anew for it by `DescriptionToken.launchText`.
struct DescriptionLexer {
  /// How deep includes, and defaults within defaults, may be nested.
  static let depthLimit = 32
  /// Scalars that all text together may have, variables and repeated includes too.
  static let sizeLimit = 1 << 22

  private(set) var sources: [SourceText] = []
  private(set) var tokens: [DescriptionToken] = []
  let variables: DescriptionVariables
  /// The values of the variables that have been used.
  var used: [String: String] = [:]

  /// What is being read: a stretch of a source.
  struct Frame {
    let source: Int
    var position: Int
    let end: Int
    /// Of defaults in defaults.
    var depth = 0
  }
  var frame = Frame(source: 0, position: 0, end: 0)
  /// The files that are being read, the innermost last.
  var files: [(name: String, identity: SourceFile.Identity?)] = []
  private var size = 0

  init(variables: DescriptionVariables) { self.variables = variables }

  // MARK: Sources

  /// Reads all tokens of a source.
  mutating func read(_ source: SourceText, depth: Int = 0) throws(DescriptionError) {
    sources.append(source)
    // Every source costs something, also an empty one.
    try count(max(source.scalars.count, 256))
    let outer = frame
    frame = Frame(source: sources.count - 1, position: 0, end: source.scalars.count, depth: depth)
    try readTokens()
    frame = outer
  }

  /// Reads all tokens of a stretch of the current source.
  mutating func read(_ range: Range<Int>) throws(DescriptionError) {
    let outer = frame
    frame = Frame(
      source: outer.source, position: range.lowerBound, end: range.upperBound, depth: outer.depth + 1)
    try readTokens()
    frame = outer
  }

  /// Notes that so many scalars have come.
  mutating func count(_ scalars: Int) throws(DescriptionError) {
    size += scalars
    if size > Self.sizeLimit {
      throw error(.tooLarge, "the description grows beyond 4 million characters, which none needs")
    }
  }

  // MARK: Characters

  var scalars: [Unicode.Scalar] { sources[frame.source].scalars }
  var place: SourceText.Place { SourceText.Place(source: frame.source, offset: frame.position) }
  /// Whether `${…}`, comments and includes mean something here.
  var expands: Bool { sources[frame.source].variable == nil }

  /// The scalar so many places ahead; nil behind the end.
  func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    let index = frame.position + ahead
    return index < frame.end ? sources[frame.source].scalars[index] : nil
  }

  func error(_ code: DescriptionError.Code, _ message: String, at place: SourceText.Place? = nil) -> DescriptionError {
    sources.error(code, message, at: place ?? self.place)
  }

  mutating func append(_ kind: DescriptionToken.Kind, at place: SourceText.Place, valueAt: SourceText.Place? = nil) {
    tokens.append(DescriptionToken(kind: kind, place: place, valuePlace: valueAt))
  }

  static func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\u{B}", "\u{C}", "\r": true
    default: false
    }
  }

  static func beginsName(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": return true
    default: return false
    }
  }

  static func continuesName(_ scalar: Unicode.Scalar?) -> Bool {
    beginsName(scalar) || scalar == "-" || scalar == "%" || scalar == ":"
  }

  /// Whether a comment begins here: at the start of a line or behind white space.
  var isAtComment: Bool {
    guard expands, peek() == "#" else { return false }
    return frame.position == 0 || Self.isSpace(scalars[frame.position - 1])
  }

  /// Passes over white space, line ends behind a backslash, and comments; false at the end.
  mutating func skipBlank() -> Bool {
    while let scalar = peek() {
      if Self.isSpace(scalar) {
        frame.position += 1
      } else if scalar == "\\", peek(1) == "\n" || peek(1) == "\r" {
        frame.position += 2
      } else if isAtComment {
        while let scalar = peek(), scalar != "\n" { frame.position += 1 }
      } else {
        return true
      }
    }
    return false
  }

  // MARK: Tokens

  private mutating func readTokens() throws(DescriptionError) {
    while skipBlank() { try readToken() }
  }

  private mutating func readToken() throws(DescriptionError) {
    let start = place
    switch peek() {
    case "!", ":":
      append(.link(all: peek() == ":"), at: start)
      frame.position += 1
    case "(":
      append(.open("bin"), at: start)
      frame.position += 1
    case ")":
      append(.close, at: start)
      frame.position += 1
    case ",":
      append(.comma, at: start)
      frame.position += 1
    case "." where peek(1) != "/":
      frame.position += 1
      guard Self.beginsName(peek()) || isAtVariable else {
        throw error(.syntax, "a pad's name is expected behind the dot, as in .src", at: start)
      }
      append(.pad(try readName()), at: start)
    case "@": try readPreset()
    case "\"", "'": try readQuotedCaps()
    case "$" where isAtVariable: try readVariable()
    case "/", ".": try readAddress()
    case let scalar where Self.beginsName(scalar): try readWord()
    case let scalar: throw unexpected(scalar, at: start)
    }
  }

  func unexpected(_ scalar: Unicode.Scalar?, at place: SourceText.Place) -> DescriptionError {
    switch scalar {
    case "=": error(.syntax, "a property's name is expected before \"=\"", at: place)
    case "#": error(.syntax, "a comment begins at the start of a line or behind white space", at: place)
    case "$": error(.syntax, "\"$\" is expected to be followed by {NAME}", at: place)
    case let scalar?:
      error(.syntax, "unexpected \(Self.shown(scalar)); an element, \"!\" or a property is expected here", at: place)
    case nil: error(.syntax, "the description breaks off", at: place)
    }
  }

  /// A character for messages.
  private static func shown(_ scalar: Unicode.Scalar) -> String {
    if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      || scalar.properties.generalCategory == .format
    {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "character U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return "\"\(scalar)\""
  }
}
