/// Runs inputs through the stages.
protocol RecognitionEngine: Sendable {
  /// Fails when the pack cannot be used, which is then said once and not for each input. What is too large to be looked at
  /// when it is opened is checked while the inputs are worked through.
  /// - Returns: what that finds, if anything.
  func check(pack: String) throws(CommandFailure) -> Task<CommandFailure?, Never>
  func start(_ request: RecognitionRequest) throws(CommandFailure) -> any RecognitionRun
}
