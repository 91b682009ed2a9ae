import Earmark
import GStreamerKit
import Media

/// What is wrong with a source, in a sentence without a full stop, and what the program ends with because of it.
struct SourceTrouble: Sendable, Equatable {
  let message: String
  let exitCode: ExitCode
  let details: String
  /// The number that fault lines have for it.
  let number: Int

  init(_ error: RecognitionError, of source: ListenSource) {
    let cause = error.cause as? ElementError
    details = cause.map { $0.debug.isEmpty ? $0.message : $0.debug } ?? error.cause.map { "\($0)" } ?? ""
    switch (error.code, source.kind) {
    case (.pack, _):
      (message, exitCode, number) = (Self.withoutStop(error.message), .pack, Number.file)
    case (.description, _):
      let isMissing = (error.cause as? DescriptionError)?.missingElements.isEmpty == false
      (message, exitCode, number) = (Self.withoutStop(error.message), isMissing ? .input : .usage, Number.service)
    case (.stalled, .stream(let uri)):
      (message, exitCode, number) = ("\"\(uri)\" stalls: " + Self.lowercased(error.message), .network, Number.network)
    case (.stalled, _):
      (message, exitCode, number) = (
        "\(source.quotedName) stalls: " + Self.lowercased(error.message), .input, Number.service
      )
    case (_, .device(let name)):
      let reason = DeviceReason(cause, name: name)
      (message, exitCode, number) = (reason.message ?? Self.withoutStop(error.message), .input, reason.number)
    case (_, .stream(let uri)):
      guard let cause, error.code != .stage, let media = try? MediaSource(AudioInput(uri)) else {
        let hasEnded = error.cause == nil
        let text = hasEnded ? "\"\(uri)\" ended" : Self.withoutStop(error.message)
        (message, exitCode, number) = (text, error.code == .stage ? .internalError : .network, Number.network)
        return
      }
      let diagnosis = media.error(for: cause, from: ListenSource.element, notices: [])
      let failure = CommandFailure(diagnosis)
      (message, exitCode, number) = (failure.message, failure.exitCode, Number.network)
    case (.stage, .text) where cause == nil:
      (message, exitCode, number) = (Self.withoutStop(error.message), .internalError, Number.service)
    case (_, .text):
      let text = error.cause == nil ? "it ended" : Self.withoutStop(error.message)
      (message, exitCode, number) = ("--source: \(text)", error.code == .network ? .network : .input, Number.service)
    }
  }

  private enum Number {
    static let network = 400
    static let service = 501
    static let file = 502
  }

  static func withoutStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  private static func lowercased(_ sentence: String) -> String {
    withoutStop(sentence.prefix(1).lowercased() + sentence.dropFirst())
  }
}

extension ListenSource {
  /// The name as messages have it.
  var quotedName: String {
    switch kind {
    case .device: "the device \(name)"
    case .stream: "\"\(name)\""
    case .text: "--source"
    }
  }
}
