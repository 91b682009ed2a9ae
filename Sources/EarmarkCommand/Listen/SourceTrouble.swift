import Earmark
import GStreamerKit
import Media

/// What is wrong with a source, in a sentence without a full stop, and what the program ends with because of it.
struct SourceTrouble: Sendable, Equatable {
  var message: String
  var exitCode: ExitCode
  var details = ""

  init(_ error: RecognitionError, of source: ListenSource) {
    let cause = error.cause as? ElementError
    self = Self.trouble(error, cause, source)
    details =
      cause.map { [$0.message, $0.debug].filter { !$0.isEmpty }.joined(separator: " | ") }
      ?? error.cause.map { "\($0)" } ?? ""
  }

  private init(_ message: String, _ exitCode: ExitCode) {
    (self.message, self.exitCode) = (message, exitCode)
  }

  private static func trouble(
    _ error: RecognitionError, _ cause: ElementError?, _ source: ListenSource
  ) -> SourceTrouble {
    let text = Sentence.withoutStop(error.message)
    switch error.code {
    case .pack: return SourceTrouble(text, .pack)
    case .description: return description(error, source)
    case .stalled:
      let message = "\(source.title) gives nothing: \(Sentence.continued(text))"
      if case .stream = source.kind { return SourceTrouble(message, .network) }
      return SourceTrouble(message, .input)
    case .stage where cause == nil: return SourceTrouble(text, .internalError)
    default: break
    }
    switch source.kind {
    case .device(let name):
      let reason = DeviceReason(cause, name: name)
      return SourceTrouble(reason.message ?? text, .input)
    case .stream(let uri): return stream(error, cause, uri)
    case .text:
      guard let cause else { return SourceTrouble("\(source.title) ended", .input) }
      return launched(error, cause)
    }
  }

  /// The text of a source is no pipeline.
  private static func description(_ error: RecognitionError, _ source: ListenSource) -> SourceTrouble {
    guard case .text = source.kind, let cause = error.cause as? DescriptionError, cause.code == .link,
      let line = cause.line, line > source.launchText.count(where: \.isNewline) + 1
    else { return SourceTrouble(Sentence.withoutStop(error.message), .usage) }
    // What does not fit together is its end and what follows.
    return SourceTrouble(noAudio, .usage)
  }

  private static func stream(_ error: RecognitionError, _ cause: ElementError?, _ uri: String) -> SourceTrouble {
    guard let cause else { return SourceTrouble("\"\(uri)\" ended", .network) }
    guard let media = try? MediaSource(AudioInput(uri)) else {
      return SourceTrouble(Sentence.withoutStop(error.message), .network)
    }
    let failure = CommandFailure(media.error(for: cause, from: origin(of: cause), notices: []))
    return SourceTrouble(failure.message, failure.exitCode)
  }

  /// The name of the element that failed: the last one of the path that GStreamer's debug text has.
  private static func origin(of error: ElementError) -> String {
    guard let start = error.debug.firstRange(of: "(): /")?.upperBound else { return "" }
    let path = error.debug[start...].prefix { !$0.isNewline }
    return String(path.split(separator: ":").last ?? "")
  }

  /// An element of a source that was written as text failed.
  private static func launched(_ error: RecognitionError, _ cause: ElementError) -> SourceTrouble {
    if error.code == .network {
      let exitCode = CommandFailure.networkExitCode(cause)
      if exitCode == .notAuthorised {
        return SourceTrouble("--source: \(Sentence.continued(error.message)); check the credentials", exitCode)
      }
      // GStreamer knows no reason.
      let reason =
        cause.domain == .stream ? "the connection fails or breaks off" : Sentence.continued(error.message)
      return SourceTrouble("--source: \(reason); check the address and the network", exitCode)
    }
    let isRefused =
      cause.debug.contains("not-negotiated") || cause.message.contains("Filter caps do not completely specify")
    if isRefused { return SourceTrouble(noAudio, .input) }
    return SourceTrouble("--source: \(Sentence.continued(error.message))", .input)
  }

  private static let noAudio = "--source does not give raw audio; decode it, for example with ! decodebin at its end"
}
