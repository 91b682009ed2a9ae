import Recognition

/// What the program says to the shell at its end.
enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  case nothingRecognised = 1
  case usage = 2
  case input = 3
  case pack = 4
  case network = 5
  case notAuthorised = 6
  case internalError = 70
  case interrupted = 130

  /// The line help has about it.
  var summary: String {
    switch self {
    case .done: "done"
    case .nothingRecognised: "nothing was recognised"
    case .usage: "the command line is wrong"
    case .input: "an input cannot be read, decoded or used"
    case .pack: "the pack is missing, damaged, of another version, or cannot be written"
    case .network: "the network or a server failed"
    case .notAuthorised: "a server refused the credentials"
    case .internalError: "something failed that should not have"
    case .interrupted: "interrupted"
    }
  }

  /// The number that lines of type `fault` have for a source or a pipeline that fails with it.
  var faultNumber: Int {
    let code: FaultCode =
      switch self {
      case .network: .networkNotReachable
      case .notAuthorised: .authenticationFailure
      case .pack: .fileOperationFailure
      default: .audioServiceFailure
      }
    return code.rawValue
  }

  /// The code of several outcomes together: the worst failure (6, 5, 4, 3) when there is one, else `otherwise`.
  static func worst(of failures: [ExitCode], otherwise: ExitCode) -> ExitCode {
    failures.max { $0.rawValue < $1.rawValue } ?? otherwise
  }
}
