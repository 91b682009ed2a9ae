import Earmark
import GStreamerKit

/// Listens, and keeps on when the source breaks.
protocol ListenEngine: Sendable {
  /// Fails when the pack cannot be used.
  func check(pack: String) throws(CommandFailure)
  /// The devices that are there.
  func devices() async throws(CommandFailure) -> [AudioDevice]
  /// Begins; `receive` gets every event in order.
  func start(
    _ request: ListenRequest, receive: @escaping @Sendable (PipelineRunner.Event) -> Void
  ) throws(RecognitionError) -> any ListenSession
}

/// A source that is being listened to.
protocol ListenSession: Sendable {
  /// Ends it: what is being heard is ended, its row still comes, then `stopped` is received. Returns at once.
  func stop()
  /// Seconds heard, how often the source was opened again, and how many buffers were thrown away.
  var figures: (heard: Double, restarts: Int, dropped: UInt64) { get }
}
