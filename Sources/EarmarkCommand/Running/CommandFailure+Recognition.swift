import Earmark
import GStreamerKit
import Media

extension CommandFailure {
  /// The failure of a recognition or of a pipeline.
  init(_ error: RecognitionError) {
    if let cause = error.cause as? DecodeError {
      self.init(cause)
      return
    }
    let cause = error.cause as? ElementError
    let message = Sentence.continued(error.message)
    let details = cause.map { $0.debug.isEmpty ? $0.message : $0.debug } ?? error.cause.map { "\($0)" } ?? ""
    self.init(Self.exitCode(error.code, cause), message, details: details == message ? "" : details)
  }

  /// What a failed connection ends with.
  static func networkExitCode(_ cause: ElementError?) -> ExitCode {
    let isRefused = cause?.domain == .resource && cause?.code == ElementError.Resource.notAuthorized.rawValue
    return isRefused ? .notAuthorised : .network
  }

  private static func exitCode(_ code: RecognitionError.Code, _ cause: ElementError?) -> ExitCode {
    switch code {
    case .pack: return .pack
    case .input, .device, .stalled: return .input
    case .network: return networkExitCode(cause)
    case .description: return .usage
    default:
      // What a sink says in whose pipeline a stage is missing.
      return cause?.debug.contains("no earmark-stage-") == true ? .usage : .internalError
    }
  }
}
