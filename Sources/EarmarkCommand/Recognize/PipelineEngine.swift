import Earmark
import Media

/// The engine of the `Earmark` library: GStreamer pipelines.
struct PipelineEngine: RecognitionEngine {
  func check(pack: String) throws(CommandFailure) { _ = try PackAccess.open(pack) }

  func start(_ request: RecognitionRequest) throws(CommandFailure) -> any RecognitionRun {
    do throws(RecognitionError) {
      return PipelineRun(
        try InputRecognition(of: request.input, pack: request.pack, clockStart: request.clockStart))
    } catch {
      throw CommandFailure(error)
    }
  }
}
