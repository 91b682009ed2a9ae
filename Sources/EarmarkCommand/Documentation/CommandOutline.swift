/// The commands as shells and man pages see them: words that are commands, and words that have commands behind them.
struct CommandOutline: Sendable {
  /// A word after `earmark`, or after a group's word.
  struct Word: Sendable {
    let text: String
    let summary: String
  }

  let commands: [CommandDefinition]

  init(_ commands: [CommandDefinition]) { self.commands = commands }

  init(_ tree: CommandTree) { self.init(tree.commands.map { $0.definition }) }

  /// What can stand after `earmark`, in the order of help.
  var words: [Word] {
    var words: [Word] = []
    for command in commands {
      let first = String(command.name.prefix { $0 != " " })
      guard !words.contains(where: { $0.text == first }) else { continue }
      let isGroup = first != command.name
      words.append(Word(text: first, summary: isGroup ? CommandTree.groups[first] ?? "" : command.summary))
    }
    return words
  }

  /// The words that have commands behind them.
  var groups: [Word] { words.filter { !members(of: $0.text).isEmpty } }

  /// The commands of a group.
  func members(of group: String) -> [CommandDefinition] { commands.filter { $0.name.hasPrefix(group + " ") } }

  /// What can stand after the word of a group.
  func words(of group: String) -> [Word] {
    members(of: group).map { Word(text: String($0.name.dropFirst(group.count + 1)), summary: $0.summary) }
  }
}
