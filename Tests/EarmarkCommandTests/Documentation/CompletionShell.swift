import Foundation
import TestAudio

/// A shell that has loaded the completion made for it, and is asked what it offers.
struct CompletionShell {
  enum Kind: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  let kind: Kind
  private let earmark: Earmark

  /// In a folder with `a.earpack`, `my pack.earpack`, `b.wav`, `c.json`, `d.gst` and a folder `dir`.
  init(_ kind: Kind) throws {
    self.kind = kind
    earmark = try Earmark()
    let script = try earmark("generate", "completions", kind.rawValue).output
    try FileManager.default.createDirectory(atPath: earmark.folder.path("work/dir"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: earmark.folder.path("functions"), withIntermediateDirectories: true)
    try earmark.folder.write("functions/_earmark", script)
    for name in ["a.earpack", "my pack.earpack", "b.wav", "c.json", "d.gst"] {
      try earmark.folder.write("work/\(name)", [])
    }
    for (name, text) in Self.drivers { try earmark.folder.write(name, Array(text.utf8)) }
  }

  /// What is offered at the end of each line, without descriptions and backslashes.
  func offers(_ lines: [String]) throws -> [Set<String>] {
    let result = try Tool.run(
      URL(filePath: "/usr/bin/\(kind.rawValue)"),
      (kind == .fish ? ["--no-config"] : kind == .zsh ? ["-f"] : ["--norc"])
        + [earmark.folder.path("driver.\(kind.rawValue)"), earmark.folder.path("functions")] + lines,
      folder: earmark.folder.url.appending(path: "work"),
      environment: ["HOME": earmark.folder.url.path, "TERM": "dumb"], limit: 60)
    guard result.status == 0, result.error.isEmpty else {
      throw Tool.Failure(message: "\(kind), status \(result.status): \(result.error)")
    }
    var offers: [Set<String>] = []
    for line in result.text.split(separator: "\n") {
      if line == "==" {
        offers.append([])
      } else {
        guard !offers.isEmpty else { throw Tool.Failure(message: "\(kind): \(result.text)") }
        offers[offers.count - 1].insert(line.replacing("\\", with: "").trimmingSuffix("/"))
      }
    }
    return offers
  }

  func offers(_ line: String) throws -> Set<String> { try offers([line]).first ?? [] }

  /// Each is called with the folder of the completion and the lines, and prints `==` and what is offered for each line.
  private static let drivers = [
    "driver.bash": #"""
    source "$1/_earmark"; shift
    for line; do
      # As readline splits it: at white space and around = and :.
      read -ra COMP_WORDS <<<"$(sed 's/[=:]/ & /g' <<<"$line")"
      [[ $line != *' ' ]] || COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
      _earmark; echo ==; printf '%s\n' "${COMPREPLY[@]}"
    done
    """#,
    "driver.fish": #"""
    source $argv[1]/_earmark
    for line in $argv[2..-1]
        echo ==; complete -C $line | string replace -r '\t.*' '' | string replace -r '^--[a-z]*=' ''
    end
    exit 0
    """#,
    // An interactive zsh on a terminal of its own; what the completion system adds is written to a file.
    "driver.zsh": #"""
    zmodload zsh/zpty
    folder=$1; shift
    out=$(mktemp); : >$out
    cat >$out.init <<'END'
    compadd() {
      local -a hits
      if [[ ${@[1,(i)(-|--)]} == *(-[OAD])\ * ]]; then builtin compadd "$@"; return; fi
      builtin compadd -A hits "$@"
      (($#hits == 0)) || print -rlu9 -- $hits
      builtin compadd "$@"
    }
    report() { print -ru9 '=='; zle list-choices; print -ru9 -- .; BUFFER=; }
    zle -N report
    bindkey '^I' report
    END
    zpty inner "COLUMNS=200 zsh -f -i"
    zpty -w inner "fpath=($folder \$fpath); autoload -Uz compinit; compinit -u -D; PROMPT=; exec 9>$out; source $out.init"
    for ((index = 1; index <= $#; index++)); do
      zpty -n -w inner "${@[index]}"$'\t'
      repeat 1000; do
        zpty -r -t inner chunk
        (($(grep -cx '[.]' $out) < index)) || break
        sleep 0.02
      done
    done
    zpty -d inner
    grep -vx '[.]' $out; rm -f $out $out.init
    """#,
  ]
}

extension StringProtocol {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
  }
}
