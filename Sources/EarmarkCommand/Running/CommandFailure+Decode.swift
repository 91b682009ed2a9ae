import Media

extension CommandFailure {
  /// The failure of an input.
  init(_ error: DecodeError) {
    let exitCode: ExitCode =
      switch error.code {
      case .network: .network
      case .notAuthorised: .notAuthorised
      case .cancelled: .interrupted
      default: .input
      }
    self.init(exitCode, error.message, details: error.details)
  }
}
