extension DescriptionLexer {
  /// `${NAME}` or `${NAME:-default}` in the text.
  private struct Use {
    let name: String
    let place: SourceText.Place
    /// Where the default stands; nil where there is none.
    let fallback: Range<Int>?
    /// Where the text goes on.
    let end: Int
  }

  /// Whether `${` stands here and means something.
  var isAtVariable: Bool { expands && peek() == "$" && peek(1) == "{" }

  /// Reads the use of a variable that stands at the current place, without going on.
  private func use() throws(DescriptionError) -> Use {
    let start = frame.position
    var index = start + 2
    let scalars = self.scalars
    while index < frame.end, Self.beginsName(scalars[index]) { index += 1 }
    var name = String.UnicodeScalarView()
    name.append(contentsOf: scalars[start + 2..<index])
    let isClosed = index < frame.end
    if isClosed, name.isEmpty || ("0"..."9").contains(scalars[start + 2]) {
      throw error(.variable, "the name of a variable is expected behind \"${\": letters, digits and _")
    }
    if isClosed, scalars[index] == "}" {
      return Use(name: String(name), place: place, fallback: nil, end: index + 1)
    }
    guard index + 1 < frame.end, scalars[index] == ":", scalars[index + 1] == "-" else {
      if !isClosed { throw error(.syntax, "the brace of \"${\(String(name))\" is not closed") }
      throw error(
        .variable, "a variable is written ${NAME} or ${NAME:-default}",
        at: SourceText.Place(source: frame.source, offset: index))
    }
    let first = index + 2
    var depth = 1
    index = first
    while index < frame.end {
      switch scalars[index] {
      case "\\": index += 1
      case "{": depth += 1
      case "}": depth -= 1
      default: break
      }
      if depth == 0 { return Use(name: String(name), place: place, fallback: first..<index, end: index + 1) }
      index += 1
    }
    throw error(.syntax, "the brace of \"${\(String(name))\" is not closed")
  }

  private func undefined(_ use: Use) -> DescriptionError {
    let hint =
      variables.nearest(to: use.name).map { "; did you mean \($0), which has one?" }
      ?? "; give \(use.name)=VALUE, set it in the environment, or write a default: ${\(use.name):-VALUE}"
    return error(.variable, "the variable \(use.name) has no value\(hint)", at: use.place)
  }

  /// Reads the use of a variable as data: its value as it is, whatever characters are in it.
  mutating func readValueOfVariable() throws(DescriptionError) -> (name: String, value: String) {
    let use = try use()
    if use.name == DescriptionVariables.markers {
      throw error(.variable, "${MARKERS} stands for a stage; it cannot be part of a name or a value", at: use.place)
    }
    defer { frame.position = use.end }
    let value = variables.value(use.name)
    if let fallback = use.fallback, value?.isEmpty ?? true {
      let text = try dataText(fallback)
      used[use.name] = text
      return (use.name, text)
    }
    guard let value else { throw undefined(use) }
    try count(value.utf8.count)
    used[use.name] = value
    return (use.name, value)
  }

  /// A default as data: variables in it are put in, a backslash takes what follows as it is.
  private mutating func dataText(_ range: Range<Int>) throws(DescriptionError) -> String {
    let outer = frame
    if outer.depth >= Self.depthLimit {
      throw error(.tooLarge, "defaults are nested deeper than \(Self.depthLimit)")
    }
    frame = Frame(source: outer.source, position: range.lowerBound, end: range.upperBound, depth: outer.depth + 1)
    defer { frame = outer }
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      if isAtVariable {
        text.append(contentsOf: try readValueOfVariable().value.unicodeScalars)
        continue
      }
      frame.position += 1
      if scalar == "\\", let next = peek() {
        text.append(next)
        frame.position += 1
      } else {
        text.append(scalar)
      }
    }
    try count(text.count)
    return String(text)
  }

  /// A variable where an element could be: one that stands alone is description text, any other is part of a name.
  mutating func readVariable() throws(DescriptionError) {
    let use = try use()
    let behind = use.end < frame.end ? scalars[use.end] : nil
    let standsAlone = behind == nil || Self.isSpace(behind) || behind == "!" || behind == ")" || behind == "("
    if use.name == DescriptionVariables.markers, !standsAlone || use.fallback != nil {
      throw error(.variable, "${MARKERS} stands alone, between two stages, without a default")
    }
    // Spaces before = are allowed, so that this may still be the name of a property.
    guard standsAlone, !isAssigned(use.end) else { return try readWord() }
    frame.position = use.end
    if use.name == DescriptionVariables.markers {
      if variables.hasMarkers { try read(text: DescriptionVariables.markerStage, of: use) }
      return
    }
    let value = variables.value(use.name)
    if let fallback = use.fallback, value?.isEmpty ?? true {
      if frame.depth >= Self.depthLimit {
        throw error(.tooLarge, "defaults are nested deeper than \(Self.depthLimit)", at: use.place)
      }
      try read(fallback)
    } else if let value {
      try read(text: value, of: use)
    } else {
      throw undefined(use)
    }
  }

  private func isAssigned(_ end: Int) -> Bool {
    var index = end
    while index < frame.end, Self.isSpace(scalars[index]) { index += 1 }
    return index < frame.end && scalars[index] == "="
  }

  private mutating func read(text: String, of use: Use) throws(DescriptionError) {
    try read(
      SourceText(name: use.name, scalars: Array(text.unicodeScalars), variable: (use.name, use.place)),
      depth: frame.depth)
  }
}
