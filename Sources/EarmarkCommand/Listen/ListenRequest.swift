import Earmark

/// What is to be listened to, and for what.
struct ListenRequest: Sendable, Equatable {
  let source: ListenSource
  /// The path of the pack.
  let pack: String
  let markers: Bool
  /// Seconds without any audio after which the source counts as lost.
  let stallTimeout: Double
}
