import Earmark
import Media

/// A recognition of the `Earmark` library with the failures of the command line.
struct PipelineRun: RecognitionRun {
  private let recognition: InputRecognition

  init(_ recognition: InputRecognition) { self.recognition = recognition }

  var records: AsyncThrowingStream<String, any Error> { recognition.records }

  var progress: (position: Double, duration: Double?) {
    let progress = recognition.progress
    return (progress.position, progress.duration)
  }

  var damage: String? { recognition.damage?.message }

  func cancel() { recognition.cancel() }
}
