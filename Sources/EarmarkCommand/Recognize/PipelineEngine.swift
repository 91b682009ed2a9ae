struct PipelineEngine: RecognitionEngine {
  func start(_ request: RecognitionRequest) throws(CommandFailure) -> any RecognitionRun {
    throw CommandFailure(.internalError, "recognition is not there yet")
  }
}
