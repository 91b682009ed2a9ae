import Media

extension CommandFailure {
  /// The failure of an input.
  init(_ error: DecodeError) {
    switch error.code {
    case .network: self.init(.network, error.message)
    case .notAuthorised: self.init(.notAuthorised, error.message)
    case .cancelled: self.init(.interrupted, error.message)
    default: self.init(.input, error.message)
    }
  }
}
