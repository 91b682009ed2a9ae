extension DescriptionLexer {
  /// Reads a value: in double quotes, where a backslash takes what follows as it is; in single quotes, where all is taken
  /// as it is; or up to the next white space.
  mutating func readValue() throws(DescriptionError) -> DescriptionValue {
    switch peek() {
    case "\"": try readDoubleQuoted()
    case "'": try readSingleQuoted()
    default: try readUnquoted()
    }
  }

  private mutating func readDoubleQuoted() throws(DescriptionError) -> DescriptionValue {
    let start = place
    frame.position += 1
    var value = DescriptionValue()
    while let scalar = peek() {
      if scalar == "\"" {
        frame.position += 1
        try expectSeparation("\"")
        return value
      }
      if isAtVariable {
        value.append(data: try readValueOfVariable().value)
      } else if scalar == "\\", let next = peek(1) {
        value.append(next)
        frame.position += 2
      } else {
        value.append(scalar)
        frame.position += 1
      }
    }
    throw error(.syntax, "the quote \" is not closed", at: start)
  }

  private mutating func readSingleQuoted() throws(DescriptionError) -> DescriptionValue {
    let start = place
    frame.position += 1
    var value = DescriptionValue()
    while let scalar = peek() {
      frame.position += 1
      if scalar == "'" {
        try expectSeparation("'")
        return value
      }
      value.append(scalar)
    }
    throw error(.syntax, "the quote ' is not closed", at: start)
  }

  /// Behind a closing quote a value is over.
  private func expectSeparation(_ quote: String) throws(DescriptionError) {
    switch peek() {
    case nil, "!", ")": return
    case let scalar where Self.isSpace(scalar): return
    default:
      throw error(.syntax, "white space is expected behind the closing \(quote); quote the whole value")
    }
  }

  /// Up to white space that has no backslash before it. Quotes inside are part of the value, and within double ones
  /// backslashes are too, as GStreamer has it.
  private mutating func readUnquoted() throws(DescriptionError) -> DescriptionValue {
    var value = DescriptionValue()
    var isInQuotes = false
    while let scalar = peek(), !Self.isSpace(scalar) {
      if isAtVariable {
        value.append(data: try readValueOfVariable().value)
        continue
      }
      frame.position += 1
      guard scalar == "\\" else {
        if scalar == "\"" { isInQuotes.toggle() }
        value.append(scalar)
        continue
      }
      if isInQuotes { value.append(scalar) }
      // A line end cannot be escaped: it ends the value.
      guard let next = peek(), next != "\n", next != "\r" else { continue }
      value.append(next)
      frame.position += 1
    }
    return value
  }

  // MARK: Caps

  /// Whether a media type, as in `audio/x-raw`, stands so many places ahead.
  func isAtCaps(ahead start: Int) -> Bool {
    func isMedia(_ scalar: Unicode.Scalar?) -> Bool {
      guard let scalar else { return false }
      return scalar == "-" || (scalar != "_" && Self.beginsName(scalar))
    }
    var ahead = start
    while isMedia(peek(ahead)) { ahead += 1 }
    guard ahead > start, peek(ahead) == "/" else { return false }
    return isMedia(peek(ahead + 1)) || (expands && peek(ahead + 1) == "$" && peek(ahead + 2) == "{")
  }

  var isAtCaps: Bool { isAtCaps(ahead: 0) }

  /// Caps in quotes, as they are written in a shell.
  mutating func readQuotedCaps() throws(DescriptionError) {
    let quote = peek()
    let start = place
    var ahead = 1
    while Self.isSpace(peek(ahead)) { ahead += 1 }
    guard isAtCaps(ahead: ahead) else {
      throw error(.syntax, "quotes are expected around the value of a property or around caps only", at: start)
    }
    frame.position += ahead
    try readCaps(until: quote, from: start)
  }

  /// Caps up to the next `!`, or to the closing quote.
  mutating func readCaps(until quote: Unicode.Scalar? = nil, from start: SourceText.Place? = nil)
    throws(DescriptionError)
  {
    let start = start ?? place
    var text = String.UnicodeScalarView()
    var open: SourceText.Place?
    while let scalar = peek() {
      if quote == nil ? scalar == "!" && open == nil : scalar == quote { break }
      if isAtVariable, quote != "'" {
        let value = try readValueOfVariable().value
        text.append(contentsOf: LaunchText.capsValue(value, isQuoted: open != nil).unicodeScalars)
        continue
      }
      if open == nil, Self.isSpace(scalar) || isAtComment || (scalar == "\\" && Self.isSpace(peek(1))) {
        if scalar == "\\" { frame.position += 1 }
        let before = frame.position
        _ = skipBlank()
        if frame.position == before { frame.position += 1 }
        if text.last != " " { text.append(" ") }
        continue
      }
      let place = self.place
      frame.position += 1
      if scalar == "\\", let next = peek() {
        // Within double quotes a quote of the caps is written \".
        if quote == "\"", next == "\"" {
          open = open == nil ? place : nil
          text.append(next)
        } else {
          text.append(contentsOf: [scalar, next])
        }
        frame.position += 1
      } else if scalar == "\"" {
        open = open == nil ? place : nil
        text.append(scalar)
      } else if scalar == "!" {
        // GStreamer would take it for a link.
        text.append(contentsOf: "\\041".unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    if let open { throw error(.syntax, "the quote \" is not closed", at: open) }
    if let quote {
      guard peek() == quote else { throw error(.syntax, "the quote \(quote) is not closed", at: start) }
      frame.position += 1
    }
    while text.last == " " || text.last == ";" { text.removeLast() }
    append(.caps(String(text)), at: start)
  }
}
