/// One input on its way through the stages.
protocol RecognitionRun: Sendable {
  /// The records of the version 1 JSON schema, one line each, as they come about; throws `CommandFailure`.
  var records: AsyncThrowingStream<String, any Error> { get }
  /// Seconds of the input that have been worked through, and how long it is, if that is known.
  var progress: (position: Double, duration: Double?) { get }
  /// What of the input could not be used, once `records` has ended.
  var damage: String? { get }
  /// Ends the input here: what is current is ended, its record still comes, then `records` finishes.
  func cancel()
}
