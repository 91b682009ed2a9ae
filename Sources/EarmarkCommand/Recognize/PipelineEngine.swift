import Earmark
import Fingerprinting
import Media
import Synchronization

/// The engine of the `Earmark` library: GStreamer pipelines.
struct PipelineEngine: RecognitionEngine {
  func check(pack: String) throws(CommandFailure) -> Task<CommandFailure?, Never> {
    let opened = try PackAccess.open(pack)
    // The stages check the same file; it is read once.
    return Task.detached {
      let check = Mutex<PackVerification?>(nil)
      let damage = await withCheckedContinuation { result in
        let begun = PackVerification(of: opened) { result.resume(returning: $0) }
        check.withLock { $0 = begun }
      }
      check.withLock { $0 = nil }
      return damage.map { CommandFailure(.pack, $0.message) }
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
