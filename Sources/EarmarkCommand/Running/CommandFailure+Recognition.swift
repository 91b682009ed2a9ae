import Earmark
import Media

extension CommandFailure {
  /// The failure of a recognition.
  init(_ error: RecognitionError) {
    if let cause = error.cause as? DecodeError {
      self.init(cause)
    } else {
      let exitCode: ExitCode = error.code == .pack ? .pack : error.code == .input ? .input : .internalError
      self.init(exitCode, Self.continued(error.message), details: error.cause.map { "\($0)" } ?? "")
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
