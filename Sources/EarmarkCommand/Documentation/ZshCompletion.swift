/// Completion for zsh: a function for each command, by zsh's own _arguments.
struct ZshCompletion {
  private let outline: CommandOutline

  init(_ outline: CommandOutline) { self.outline = outline }

  var text: String {
    var lines = [
      "#compdef earmark",
      "# Completion of earmark command lines for zsh, made by \"earmark generate completions zsh\".",
      "",
    ]
    for command in outline.commands { lines += function(of: command) }
    for group in outline.groups {
      lines += function(
        Self.name(group.text), options: OptionDefinition.common, words: outline.words(of: group.text),
        prefix: group.text + " ")
    }
    lines += function("_earmark", options: OptionDefinition.common + [.version], words: outline.words, prefix: "")
    lines += [
      // Loaded by the completion system it is the function; in a file that is sourced it has to be announced.
      "if [[ $funcstack[1] == _earmark ]]; then _earmark \"$@\"; else compdef _earmark earmark; fi", "",
    ]
    return lines.joined(separator: "\n")
  }

  private static func name(_ command: String) -> String { "_earmark_" + command.replacing(" ", with: "_") }

  private func function(of command: CommandDefinition) -> [String] {
    // _arguments knows one kind of argument for all that follow.
    let rest = command.operands.firstIndex { $0.arity.isRepeated } ?? command.operands.endIndex
    let operands = command.operands.prefix(rest + 1).enumerated().map { place, operand in
      let position = operand.arity.isRepeated ? "*" : "\(place + 1)"
      return "'\(position):\(Self.quoted(operand.name, escaping: ":"))\(Self.action(operand.argument))'"
    }
    return ["\(Self.name(command.name))() {", "  _arguments -s -S : \\"]
      + Self.continued(command.allOptions.map(Self.specification) + operands) + ["}", ""]
  }

  /// The function of a word that has commands behind it, which hands the rest of the line to the function of the command.
  private func function(_ name: String, options: [OptionDefinition], words: [CommandOutline.Word], prefix: String)
    -> [String]
  {
    let rows = words.map { "    '\($0.text):\(Self.quoted($0.summary, escaping: ""))'" }
    let cases = words.map { "      \($0.text)) \(Self.name(prefix + $0.text)) && result=0 ;;" }
    return [
      "\(name)() {", "  local curcontext=$curcontext result=1", "  local -a state line commands", "  local -A opt_args",
      "  commands=(",
    ] + rows + [
      "  )", "  _arguments -C -s -S : \\",
    ]
      + Self.continued(
        options.map(Self.specification) + ["'(-): :->command'", "'(-)*:: :->arguments'"], end: " && result=0")
      + [
        "  case $state in", "    command) _describe -t commands command commands && result=0 ;;",
        "    arguments) case $words[1] in",
      ] + cases + ["    esac ;;", "  esac", "  return result", "}", ""]
  }

  private static func continued(_ words: [String], end: String = "") -> [String] {
    words.enumerated().map { "    \($1)" + ($0 < words.count - 1 ? " \\" : end) }
  }

  /// An option as _arguments wants it.
  private static func specification(_ option: OptionDefinition) -> String {
    let argument =
      option.placeholder.map { ":\(quoted($0, escaping: ":"))\(action(option.argument ?? .text))" } ?? ""
    let text = "[\(quoted(option.summary, escaping: "[]"))]\(argument)"
    let isRepeated = if case .values = option.kind { true } else { false }
    let long = "--\(option.name)" + (argument.isEmpty ? "" : "=")
    let star = isRepeated ? "*" : ""
    guard let short = option.short.map({ "-\($0)" }) else { return "'\(star)\(long)\(text)'" }
    return
      "'\(isRepeated ? star : "(\(short) --\(option.name))")'{\(short)\(argument.isEmpty ? "" : "+"),\(long)}'\(text)'"
  }

  private static func action(_ argument: ArgumentKind) -> String {
    switch argument {
    case .text: ": "
    case .choices(let words): ":(\(words.joined(separator: " ")))"
    case .files(let extensions) where extensions.isEmpty: ":_files"
    case .files(let extensions): ":_files -g \"\(extensions.map { "*.\($0)" }.joined(separator: " "))\""
    case .folder: ":_files -/"
    }
  }

  /// Text within single quotes, with a backslash before characters that mean something there.
  private static func quoted(_ text: String, escaping characters: String) -> String {
    var result = ""
    for character in text {
      if character == "\\" || characters.contains(character) { result += "\\" }
      result += character == "'" ? "'\\''" : String(character)
    }
    return result
  }
}
