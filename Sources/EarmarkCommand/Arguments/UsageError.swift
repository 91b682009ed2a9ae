/// A command line that was not written as it must be; ends the program with `ExitCode.usage`.
struct UsageError: Error, Equatable {
  /// What is wrong: one sentence without a full stop.
  let message: String
  /// The command whose help tells more; empty for `earmark` itself.
  let command: String

  init(_ message: String, command: String = "") {
    self.message = message
    self.command = command
  }

  /// The command line that prints the help.
  var helpLine: String { (["earmark"] + (command.isEmpty ? [] : [command]) + ["--help"]).joined(separator: " ") }
}
