import Recognition

extension FaultRecord {
  /// A pipeline broke; nil for `retryIn` (seconds): for good.
  init(_ failure: CommandFailure, retryIn: Double?, source: String) {
    self.init(
      stage: "pipeline", code: failure.exitCode.faultNumber, text: failure.message,
      retryIn: retryIn.map { UInt64(max(0, min($0, 1e9)) * 1e9) },
      isRestored: false, observedAt: .now(), source: source)
  }

  /// A pipeline that was broken runs.
  /// - Parameter hasRun: whether it did before it broke.
  init(restored source: String, hasRun: Bool) {
    self.init(
      stage: "pipeline", code: 0, text: hasRun ? "running again" : "running", retryIn: nil, isRestored: true,
      observedAt: .now(),
      source: source)
  }
}
