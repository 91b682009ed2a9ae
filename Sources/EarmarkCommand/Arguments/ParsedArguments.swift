/// The arguments of one command, checked against its definition.
struct ParsedArguments: Sendable {
  let command: CommandDefinition
  private(set) var operands: [String] = []
  private var flags: Set<String> = []
  private var values: [String: [String]] = [:]

  init(command: CommandDefinition) { self.command = command }

  func has(_ option: OptionDefinition) -> Bool { flags.contains(option.name) }
  func value(_ option: OptionDefinition) -> String? { values[option.name]?.last }
  func values(_ option: OptionDefinition) -> [String] { values[option.name] ?? [] }

  mutating func set(flag name: String) { flags.insert(name) }
  mutating func append(_ value: String, option name: String) { values[name, default: []].append(value) }
  mutating func append(operand: String) { operands.append(operand) }

  /// An error in how the command was written; `message` is one sentence without a full stop.
  func usageError(_ message: String) -> UsageError { UsageError(message, command: command.name) }

  /// The value of an option that takes a whole number.
  func integer(_ option: OptionDefinition, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw usageError(
        "--\(option.name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }

  /// The value of an option that takes a number of seconds above 0.
  func seconds(_ option: OptionDefinition) throws(UsageError) -> Double? {
    guard let text = value(option) else { return nil }
    guard let number = Double(text), number > 0, number < 1e9 else {
      throw usageError("--\(option.name) takes a number of seconds above 0, not \"\(text)\"")
    }
    return number
  }

  /// The chosen output format; text when none is given.
  func outputFormat() throws(UsageError) -> OutputFormat {
    guard let text = value(.format) else { return .text }
    guard let format = OutputFormat(rawValue: text) else {
      throw usageError("--format takes text, jsonl or csv, not \"\(text)\"")
    }
    return format
  }

  /// Fails unless every required option was given and the number of operands fits.
  func check() throws(UsageError) {
    for (index, operand) in command.operands.enumerated() where operand.arity.isRequired && operands.count <= index {
      throw usageError("\(operand.name) is missing")
    }
    if !command.operands.contains(where: \.arity.isRepeated), operands.count > command.operands.count {
      throw usageError("unexpected argument \"\(operands[command.operands.count])\"")
    }
    for name in command.required where values[name] == nil {
      throw usageError("--\(name) is missing")
    }
  }
}
