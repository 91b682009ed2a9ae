/// One place of a command's arguments that are not options.
struct OperandDefinition: Sendable {
  /// How often the operand stands there. Behind one that may be repeated there is only what the command tells from it.
  enum Arity: Sendable, Equatable {
    case one
    case optional
    case oneOrMore
    case any

    var isRequired: Bool { self == .one || self == .oneOrMore }
    var isRepeated: Bool { self == .oneOrMore || self == .any }
  }

  let name: String
  let arity: Arity
  let summary: String
  /// The values that make sense, for completions; empty when any does.
  let choices: [String]

  init(_ name: String, _ arity: Arity, choices: [String] = [], _ summary: String) {
    self.name = name
    self.arity = arity
    self.choices = choices
    self.summary = summary
  }

  /// The operand as the usage line shows it.
  var spelling: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)…"
    case .any: "[\(name)…]"
    }
  }
}
