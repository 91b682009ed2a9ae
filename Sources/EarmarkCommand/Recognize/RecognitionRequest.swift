import Media
import Recognition

/// What is to be recognised in what.
struct RecognitionRequest: Sendable, Equatable {
  let input: AudioInput
  /// The path of the pack.
  let pack: String
  /// When the first sample was heard; nil for the file's modification time.
  let clockStart: Timestamp?
}
