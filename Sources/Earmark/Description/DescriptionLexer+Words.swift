extension DescriptionLexer {
  /// Reads a name of letters, digits and `_ - % :`. Variables in it may hold nothing else.
  mutating func readName() throws(DescriptionError) -> String {
    var name = String.UnicodeScalarView()
    while true {
      if isAtVariable {
        let start = place
        let (variable, value) = try readValueOfVariable()
        guard value.unicodeScalars.allSatisfy({ Self.continuesName($0) }) else {
          throw error(
            .variable,
            "the value of \(variable), \"\(value)\", is put into a name, where only letters, digits, _, -, % and : may be",
            at: start)
        }
        name.append(contentsOf: value.unicodeScalars)
      } else if let scalar = peek(), Self.continuesName(scalar) {
        name.append(scalar)
        frame.position += 1
      } else {
        return String(name)
      }
    }
  }

  /// What begins with a name: an element, a property, a reference, a bin, caps, an address or an include.
  mutating func readWord() throws(DescriptionError) {
    if isAtAddress { return try readAddress() }
    if isAtCaps { return try readCaps() }
    let start = place
    let name = try readName()
    if name.isEmpty { throw error(.variable, "there is no name here, only variables without a value", at: start) }
    let behind = frame.position
    if try readAssignment(name, start) { return }
    frame.position = behind
    if try readReference(name, start) { return }
    frame.position = behind
    if name == "include", expands, Self.isSpace(peek()) || peek() == "\"" || peek() == "'" || peek() == nil {
      return try readInclude(start)
    }
    append(.element(name), at: start)
  }

  private mutating func readAssignment(_ name: String, _ start: SourceText.Place) throws(DescriptionError) -> Bool {
    skipSpaces()
    guard peek() == "=" else { return false }
    frame.position += 1
    let (value, valuePlace) = try readAssignedValue(of: name, start)
    append(.assignment(name: name, value: value), at: start, valueAt: valuePlace)
    return true
  }

  private mutating func readAssignedValue(
    of name: String, _ start: SourceText.Place
  ) throws(DescriptionError) -> (DescriptionValue, SourceText.Place) {
    skipSpaces()
    let valuePlace = place
    let isMissing = peek() == nil || isAtComment || (peek() == "!" && (peek(1) == nil || Self.isSpace(peek(1))))
    if isMissing {
      throw error(
        .syntax, "the value of \(name) is missing; an empty one is written \(name)=\"\"", at: start)
    }
    return (try readValue(), valuePlace)
  }

  /// `@preset=value`
  mutating func readPreset() throws(DescriptionError) {
    let start = place
    frame.position += 1
    let name = try readName()
    skipSpaces()
    guard name == "preset", peek() == "=" else {
      throw error(.syntax, "\"@\" is expected to begin @preset=NAME", at: start)
    }
    frame.position += 1
    let (value, valuePlace) = try readAssignedValue(of: "@preset", start)
    append(.preset(value), at: start, valueAt: valuePlace)
  }

  private mutating func readReference(_ name: String, _ start: SourceText.Place) throws(DescriptionError) -> Bool {
    let isNear = peek() == "."
    skipSpaces()
    guard peek() == "." else { return false }
    frame.position += 1
    let behind = frame.position
    skipSpaces()
    if peek() == "(" {
      frame.position += 1
      append(.open(name), at: start)
      return true
    }
    guard isNear else { return false }
    frame.position = behind
    let hasPad = Self.beginsName(peek()) || isAtVariable
    append(.reference(name, pad: hasPad ? try readName() : nil), at: start)
    return true
  }

  private mutating func skipSpaces() {
    while Self.isSpace(peek()) { frame.position += 1 }
  }

  // MARK: Addresses

  /// Whether `scheme://` stands here.
  private var isAtAddress: Bool {
    guard let first = peek(), first.properties.isAlphabetic, first.isASCII else { return false }
    var ahead = 1
    while let scalar = peek(ahead), Self.beginsName(scalar) || "+-.".unicodeScalars.contains(scalar) { ahead += 1 }
    return peek(ahead) == ":" && peek(ahead + 1) == "/" && peek(ahead + 2) == "/"
  }

  /// An address in the place of a first or last element.
  mutating func readAddress() throws(DescriptionError) {
    let start = place
    if !isAtAddress {
      throw error(.syntax, "a path is no element; write filesrc location=PATH or filesink location=PATH", at: start)
    }
    var text = String.UnicodeScalarView()
    while let scalar = peek(), !Self.isSpace(scalar) {
      if isAtVariable {
        text.append(contentsOf: try readValueOfVariable().value.unicodeScalars)
      } else {
        text.append(scalar)
        frame.position += 1
      }
    }
    let hasOdd = text.contains { Self.isSpace($0) || $0 == "\"" || $0 == "'" || $0 == "\\" }
    if hasOdd {
      throw error(
        .syntax,
        "white space, quotes and backslashes cannot stand in an address; write them as %20, %22, %27 and %5C, or use filesrc location=",
        at: start)
    }
    append(.address(String(text)), at: start)
  }

  // MARK: Includes

  private mutating func readInclude(_ start: SourceText.Place) throws(DescriptionError) {
    guard skipBlank() else { throw error(.syntax, "the name of a file is expected behind include", at: start) }
    let namePlace = place
    let name = try readValue().text
    if name.isEmpty { throw error(.include, "the name of the included file is empty", at: namePlace) }
    if files.count > Self.depthLimit {
      throw error(.tooLarge, "includes are nested deeper than \(Self.depthLimit) files", at: start)
    }
    let folder = files.last?.name.lastIndex(of: "/").map { files[files.count - 1].name[...$0] } ?? ""
    let path = name.hasPrefix("/") ? name : folder + name
    let file: SourceFile
    do throws(SourceFile.Failure) { file = try SourceFile(path) } catch {
      throw self.error(.include, "\"\(path)\" cannot be included: \(error.reason)", at: namePlace)
    }
    if let first = files.firstIndex(where: { $0.identity == file.identity }) {
      let chain = (files[first...].map(\.name) + [path]).joined(separator: " → ")
      throw error(.include, "a file includes itself: \(chain)", at: namePlace)
    }
    try read(file, named: path)
  }

  /// Reads all tokens of a file.
  mutating func read(_ file: SourceFile, named name: String) throws(DescriptionError) {
    let source = try Self.source(file.bytes, named: name)
    files.append((name, file.identity))
    try read(source, depth: frame.depth)
    files.removeLast()
  }

  /// The text of some bytes.
  static func source(_ bytes: some Sequence<UInt8>, named name: String) throws(DescriptionError) -> SourceText {
    let (scalars, isComplete) = SourceFile.decode(bytes)
    let source = SourceText(name: name, scalars: scalars)
    guard !isComplete else { return source }
    throw [source].error(
      .encoding, "this is no UTF-8 text, or has a zero byte in it; save the file as UTF-8",
      at: SourceText.Place(source: 0, offset: scalars.count))
  }
}
