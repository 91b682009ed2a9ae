/// A command of `earmark`: made from its arguments, then run once.
protocol Command: Sendable {
  static var definition: CommandDefinition { get }
  /// - Throws: `UsageError` when the arguments make no sense together.
  init(_ arguments: ParsedArguments) throws(UsageError)
  /// - Throws: `CommandFailure` when nothing more can be done.
  func run(on console: Console) async throws -> ExitCode
}
