/// Completion for fish: a line for everything that can be offered, with the condition under which it is.
struct FishCompletion {
  private let outline: CommandOutline

  init(_ outline: CommandOutline) { self.outline = outline }

  var text: String {
    """
    # Completion of earmark command lines for fish, made by "earmark generate completions fish".

    # The words before the cursor that are neither options nor their values.
    function __earmark_words
        set -l skips no
        for word in (commandline -opc)[2..-1]
            if test $skips = yes
                set skips no
            else if contains -- $word \(valued)
                set skips yes
            else if not string match -q -- '-*' $word
                echo $word
            end
        end
    end

    # The next word has to be one of the commands behind these words.
    function __earmark_needs
        set -l words (__earmark_words)
        test "$words" = "$argv"
    end

    # The words begin with those of this command.
    function __earmark_has
        set -l words (__earmark_words)
        test (count $words) -ge (count $argv)
        and test "$words[1..$(count $argv)]" = "$argv"
    end

    # So many arguments of this command stand before the cursor.
    function __earmark_place
        __earmark_has $argv[2..-1]
        and test (count (__earmark_words)) -eq (math $argv[1] + (count $argv[2..-1]))
    end

    # So many or more.
    function __earmark_place_from
        __earmark_has $argv[2..-1]
        and test (count (__earmark_words)) -ge (math $argv[1] + (count $argv[2..-1]))
    end

    # Files, those with the extension first. The value alone, since fish takes --option=value for the name of a file.
    function __earmark_files
        __fish_complete_suffix (string replace -r -- '^--[^=]*=' '' (commandline -ct)) .$argv[1]
    end

    complete -c earmark -f
    \(lines.joined(separator: "\n"))

    """
  }

  /// All spellings of options that take a value, of whatever command.
  private var valued: String {
    var spellings: [String] = []
    for option in outline.commands.flatMap(\.allOptions) where option.argument != nil {
      for spelling in ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
      where !spellings.contains(spelling) { spellings.append(spelling) }
    }
    return spellings.joined(separator: " ")
  }

  private var lines: [String] {
    var lines = OptionDefinition.common.map { Self.line(of: $0, condition: nil) }
    lines.append(Self.line(of: .version, condition: "__earmark_needs"))
    lines += outline.words.map { Self.line(of: $0, after: "") }
    for group in outline.groups {
      lines += outline.words(of: group.text).map { Self.line(of: $0, after: " " + group.text) }
    }
    for command in outline.commands {
      lines += command.options.map { Self.line(of: $0, condition: "__earmark_has \(command.name)") }
      for (place, operand) in command.operands.enumerated() {
        let condition = operand.arity.isRepeated ? "__earmark_place_from" : "__earmark_place"
        let offer = Self.offer(operand.argument)
        if !offer.isEmpty { lines.append("complete -c earmark -n '\(condition) \(place) \(command.name)'\(offer)") }
      }
    }
    return lines
  }

  private static func line(of word: CommandOutline.Word, after: String) -> String {
    "complete -c earmark -n '__earmark_needs\(after)' -a \(word.text) -d \(quoted(word.summary))"
  }

  private static func line(of option: OptionDefinition, condition: String?) -> String {
    var line = "complete -c earmark" + (condition.map { " -n '\($0)'" } ?? "")
    if let short = option.short { line += " -s \(short)" }
    line += " -l \(option.name)"
    if let argument = option.argument { line += (argument == .files([]) ? " -r" : " -x") + offer(argument) }
    return line + " -d \(quoted(option.summary))"
  }

  private static func offer(_ argument: ArgumentKind) -> String {
    switch argument {
    case .text: ""
    case .choices(let words): " -a \(quoted(words.joined(separator: " ")))"
    case .files(let extensions) where extensions.isEmpty: " -F"
    case .files(let extensions):
      " -k -a '(\(extensions.map { "__earmark_files \($0)" }.joined(separator: "; ")))'"
    case .folder: " -a '(__fish_complete_directories)'"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
