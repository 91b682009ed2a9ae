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
    let message = Self.continued(error.message)
    let details = cause.map { $0.debug.isEmpty ? $0.message : $0.debug } ?? error.cause.map { "\($0)" } ?? ""
    self.init(Self.exitCode(error.code, cause), message, details: details == message ? "" : details)
  }

  private static func exitCode(_ code: RecognitionError.Code, _ cause: ElementError?) -> ExitCode {
    switch code {
    case .pack: return .pack
    case .input, .device, .stalled: return .input
    case .network:
      let isRefused = cause?.domain == .resource && cause?.code == ElementError.Resource.notAuthorized.rawValue
      return isRefused ? .notAuthorised : .network
    case .description: return .usage
    default:
      // What a sink says in whose pipeline a stage is missing.
      return cause?.debug.contains("no earmark-stage-") == true ? .usage : .internalError
    }
  }

  /// A sentence as it goes on behind "earmark: ": without a capital and a full stop. Names and paths stay as they are.
  private static func continued(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    let word = text.prefix { !$0.isWhitespace }
    guard word.dropFirst().allSatisfy({ $0.isLowercase }) else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
