/// Runs inputs through the stages.
protocol RecognitionEngine: Sendable {
  /// Fails when the pack cannot be used, which is then said once and not for each input.
  func check(pack: String) throws(CommandFailure)
  func start(_ request: RecognitionRequest) throws(CommandFailure) -> any RecognitionRun
}
