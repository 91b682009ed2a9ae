/// Why a command, or one of its inputs, came to nothing.
struct CommandFailure: Error, Equatable {
  let exitCode: ExitCode
  /// One sentence without a full stop that names the thing and, where it helps, how to mend it.
  let message: String

  init(_ exitCode: ExitCode, _ message: String) {
    self.exitCode = exitCode
    self.message = message
  }
}
