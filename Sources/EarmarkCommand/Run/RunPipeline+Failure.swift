import Earmark
import GStreamerKit
import Media

extension RunPipeline {
  /// What the command line says of an error of this pipeline: better than elements do where they failed to read the input.
  func failure(_ error: RecognitionError) -> CommandFailure {
    let failure = CommandFailure(error)
    guard error.code == .input || error.code == .network, let cause = error.cause as? ElementError, let input else {
      return failure
    }
    do throws(DecodeError) {
      let source = try MediaSource(AudioInput(input))
      return CommandFailure(source.error(for: cause, from: error.code == .network ? "source" : "", notices: []))
    } catch { return CommandFailure(error) }
  }

  /// A message that says which pipeline it is about.
  func named(_ message: String) -> String { message.contains(name) ? message : "\(name): \(message)" }
}
