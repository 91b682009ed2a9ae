/// Why a command, or one of its inputs, came to nothing.
struct CommandFailure: Error, Equatable {
  let exitCode: ExitCode
  /// One sentence without a full stop that names the thing and, where it helps, how to mend it.
  let message: String
  /// What else is known, for those who ask for more; may be empty.
  let details: String

  init(_ exitCode: ExitCode, _ message: String, details: String = "") {
    self.exitCode = exitCode
    self.message = message
    self.details = details
  }
}
