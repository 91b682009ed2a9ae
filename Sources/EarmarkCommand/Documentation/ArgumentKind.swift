/// What a shell can offer for a value of an option or an operand.
enum ArgumentKind: Sendable, Equatable {
  /// Nothing is known of it.
  case text
  /// One of these words.
  case choices([String])
  /// A file whose name ends with one of these extensions, or any file when there are none.
  case files([String])
  case folder

  /// - Parameters:
  ///   - name: As help shows it, for example `PACK`; by these names alike values are alike.
  ///   - choices: The values that make sense, when they can be listed.
  init(name: String, choices: [String]) {
    self =
      if !choices.isEmpty {
        .choices(choices)
      } else if let dot = name.lastIndex(of: "."), name.prefix(upTo: dot).hasSuffix("FILE") {
        .files([String(name[name.index(after: dot)...]).lowercased()])
      } else {
        switch name {
        case "PACK": .files(["earpack"])
        case "JSON-FILE": .files(["json"])
        case "DIR": .folder
        default: ["FILE", "INPUT", "URI"].contains { name == $0 || name.hasSuffix("-\($0)") } ? .files([]) : .text
        }
      }
  }
}

extension OptionDefinition {
  /// The name of the value, and nil for an option that has none.
  var placeholder: String? {
    switch kind {
    case .flag: nil
    case .value(let name), .values(let name): name
    }
  }

  /// What can be offered for the value; nil for an option that has none.
  var argument: ArgumentKind? { placeholder.map { ArgumentKind(name: $0, choices: choices) } }
}

extension OperandDefinition {
  /// What can be offered for the operand.
  var argument: ArgumentKind { ArgumentKind(name: name, choices: choices) }
}
