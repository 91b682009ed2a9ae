/// Runs inputs through the stages.
protocol RecognitionEngine: Sendable {
  func start(_ request: RecognitionRequest) throws(CommandFailure) -> any RecognitionRun
}
