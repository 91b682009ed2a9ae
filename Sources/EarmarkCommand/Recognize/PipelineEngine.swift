import Earmark
import Fingerprinting
import Media
import Synchronization

/// The engine of the `Earmark` library: GStreamer pipelines.
struct PipelineEngine: RecognitionEngine {
  func check(pack: String) throws(CommandFailure) -> Task<CommandFailure?, Never> {
    let opened = try PackAccess.open(pack)
    return Task.detached(priority: .utility) {
      let damage = Mutex<CommandFailure?>(nil)
      await opened.verifyInBackground { error in
        damage.withLock { $0 = $0 ?? CommandFailure(.pack, error.message) }
      }.value
      // It would end early when nobody used the pack any more.
      return withExtendedLifetime(opened) { damage.withLock { $0 } }
    }
  }

  func start(_ request: RecognitionRequest) throws(CommandFailure) -> any RecognitionRun {
    do throws(RecognitionError) {
      return PipelineRun(
        try InputRecognition(of: request.input, pack: request.pack, clockStart: request.clockStart))
    } catch {
      throw CommandFailure(error)
    }
  }
}
