import Earmark
import GStreamerKit

/// The engine of the `Earmark` library: a `PipelineRunner`.
struct RunnerEngine: ListenEngine {
  func check(pack: String) throws(CommandFailure) { _ = try PackAccess.open(pack) }

  func devices() async throws(CommandFailure) -> [AudioDevice] { try await CaptureDevices.find() }

  func start(
    _ request: ListenRequest, receive: @escaping @Sendable (PipelineRunner.Event) -> Void
  ) throws(RecognitionError) -> any ListenSession {
    let source = request.source
    let description: PipelineDescription
    do throws(DescriptionError) {
      let name = source.kind == .text ? "--source" : source.name
      description = try .text(source.pipelineText(markers: request.markers), name: name)
    } catch {
      throw RecognitionError(.description, "\(error)", cause: error)
    }
    let watch = DeviceWatch()
    // A source that ends is a source that broke: this goes on until somebody ends it.
    let policy = RestartPolicy(when: .always, stallTimeout: request.stallTimeout)
    let runner = try PipelineRunner(
      description, restart: policy, source: source.name,
      prepare: { pipeline in
        for element in pipeline.elements where element.factory == "earfingerprint" { element.set("pack", request.pack) }
        guard let element = pipeline.element(named: ListenSource.element) else { return }
        if case .stream(let uri) = source.kind { element.set("uri", uri) }
        if case .device(let name?) = source.kind { watch.keep(element, on: name) }
      }, receive: receive)
    runner.start()
    return Session(runner: runner, watch: watch)
  }

  private struct Session: ListenSession {
    let runner: PipelineRunner
    let watch: DeviceWatch

    func stop() {
      watch.cancel()
      runner.stop()
    }

    var figures: (heard: Double, restarts: Int, dropped: UInt64) {
      let statistics = runner.statistics
      return (statistics.heard, statistics.restarts, statistics.dropped)
    }
  }
}
