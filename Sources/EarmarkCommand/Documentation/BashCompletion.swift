/// Completion for bash: one function, and tables of what it can offer.
struct BashCompletion {
  private let outline: CommandOutline

  init(_ outline: CommandOutline) { self.outline = outline }

  var text: String {
    """
    # Completion of earmark command lines for bash, made by "earmark generate completions bash".

    # The words that can follow the command in $1; none when its arguments follow.
    _earmark_words() {
      case "$1" in
    \(wordTable)
        *) words= ;;
      esac
    }

    # The options of the command in $1.
    _earmark_options() {
      case "$1" in
    \(optionTable)
        *) options='\(Self.spellings(OptionDefinition.common + [.version]))' ;;
      esac
    }

    # What stands behind an option of a command, or at a place among its arguments, counted from 0: "words …",
    # "files", "files EXTENSION…", "folders" or "text". Fails when nothing does.
    _earmark_kind() {
      case "$1" in
    \(kindTable)
        *) return 1 ;;
      esac
    }

    _earmark_files() {
      local name=${current//\\\\/} extension
      name=${name#[\\"\\']}
      compopt -o filenames 2>/dev/null
      if (($# == 0)); then
        mapfile -t COMPREPLY < <(compgen -f -- "$name")
      else
        mapfile -t COMPREPLY < <(
          for extension in "$@"; do compgen -f -X "!*.$extension" -- "$name"; done
          compgen -d -- "$name"
        )
      fi
    }

    _earmark() {
      local current=${COMP_WORDS[COMP_CWORD]} command='' option='' ended='' place=0 index word words options kind
      COMPREPLY=()
      _earmark_words ""
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ -n $option ]]; then
          # bash makes three words of --format=csv.
          [[ $word == = ]] || option=
        elif [[ -z $ended && $word == -- ]]; then
          ended=1
        elif [[ -z $ended && $word == -?* ]]; then
          if _earmark_kind "$command $word"; then option=$word; fi
        elif [[ -n $words ]]; then
          command="${command:+$command }$word"
          _earmark_words "$command"
        else
          place=$((place + 1))
        fi
      done
      if [[ -n $option ]]; then
        [[ $current != = ]] || current=
        _earmark_kind "$command $option"
      elif [[ -z $ended && $current == -* ]]; then
        _earmark_options "$command"
        kind="words $options"
      elif [[ -n $words ]]; then
        kind="words $words"
      else
        _earmark_kind "$command $place" || return
      fi
      # shellcheck disable=SC2086 # extensions are words of their own
      case $kind in
        words\\ *) mapfile -t COMPREPLY < <(compgen -W "${kind#words }" -- "$current") ;;
        files*) _earmark_files ${kind#files} ;;
        folders)
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(compgen -d -- "$current")
          ;;
      esac
    }

    complete -F _earmark earmark

    """
  }

  private var wordTable: String {
    let rows = [("", outline.words)] + outline.groups.map { ($0.text, outline.words(of: $0.text)) }
    return rows.map { name, words in "    '\(name)') words='\(words.map(\.text).joined(separator: " "))' ;;" }
      .joined(separator: "\n")
  }

  private var optionTable: String {
    outline.commands.map { "    '\($0.name)') options='\(Self.spellings($0.allOptions))' ;;" }.joined(separator: "\n")
  }

  private var kindTable: String {
    outline.commands.flatMap { command -> [String] in
      let options = command.allOptions.compactMap { option -> String? in
        guard let argument = option.argument else { return nil }
        let patterns = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
        return row(patterns.map { "'\(command.name) \($0)'" }.joined(separator: " | "), argument)
      }
      let operands = command.operands.enumerated().map { place, operand in
        row("'\(command.name) \(operand.arity.isRepeated ? "'[0-9]*" : "\(place)'")", operand.argument)
      }
      return options + operands
    }.joined(separator: "\n")
  }

  private func row(_ pattern: String, _ argument: ArgumentKind) -> String {
    let kind =
      switch argument {
      case .text: "text"
      case .choices(let words): "words " + words.joined(separator: " ")
      case .files(let extensions): (["files"] + extensions).joined(separator: " ")
      case .folder: "folders"
      }
    return "    \(pattern)) kind='\(kind)' ;;"
  }

  private static func spellings(_ options: [OptionDefinition]) -> String {
    options.flatMap { option in ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []) }
      .joined(separator: " ")
  }
}
