import Earmark
import Media

extension CommandFailure {
  /// The failure of a recognition.
  init(_ error: RecognitionError) {
    if let cause = error.cause as? DecodeError {
      self.init(cause)
    } else {
      let exitCode: ExitCode = error.code == .pack ? .pack : error.code == .input ? .input : .internalError
      self.init(exitCode, error.message, details: error.cause.map { "\($0)" } ?? "")
    }
  }
}
