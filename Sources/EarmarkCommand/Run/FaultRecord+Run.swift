import Recognition

extension FaultRecord {
  /// A pipeline broke; nil for `retryIn` (seconds): for good.
  init(_ failure: CommandFailure, retryIn: Double?, source: String) {
    let number =
      switch failure.exitCode {
      case .network: 400
      case .notAuthorised: 401
      case .pack: 502
      default: 501
      }
    self.init(
      stage: "pipeline", code: number, text: failure.message,
      retryIn: retryIn.map { UInt64(max(0, min($0, 1e9)) * 1e9) },
      isRestored: false, observedAt: .now(), source: source)
  }

  /// A pipeline that was broken runs again.
  init(restored source: String) {
    self.init(
      stage: "pipeline", code: 0, text: "running again", retryIn: nil, isRestored: true, observedAt: .now(),
      source: source)
  }
}
