import Earmark
import Media

extension CommandFailure {
  /// The failure of a recognition.
  init(_ error: RecognitionError) {
    if let cause = error.cause as? DecodeError {
      self.init(cause)
    } else {
      self.init(Self.exitCode(error.code), error.message, details: error.cause.map { "\($0)" } ?? "")
    }
  }

  private static func exitCode(_ code: RecognitionError.Code) -> ExitCode {
    switch code {
    case .pack: .pack
    case .input, .device, .stalled: .input
    case .network: .network
    case .description: .usage
    default: .internalError
    }
  }
}
