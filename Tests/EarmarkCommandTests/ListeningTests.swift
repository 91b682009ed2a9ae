import Earmark
import Foundation
import GStreamerKit
import Synchronization
import Testing

@testable import EarmarkCommand

/// The end of listening, the device that is watched, and what is said of a source that fails.
@Suite(.timeLimit(.minutes(1))) struct ListeningTests {
  /// A source that says what it is told to, and never ends.
  private struct Hanging: ListenSession {
    func stop() {}
    var figures: (heard: Double, restarts: Int, dropped: UInt64) { (0, 0, 0) }
  }

  private func listen(
    once: Bool = false, for duration: Double? = nil, _ events: [PipelineRunner.Event]
  ) async throws -> (code: ExitCode, error: String) {
    let (output, error) = (Pipe(), Pipe())
    let console = Console(
      verbosity: .normal, output: OutputDescriptor(number: output.fileHandleForWriting.fileDescriptor),
      error: OutputDescriptor(number: error.fileHandleForWriting.fileDescriptor), environment: [:])
    let source = ListenSource.text("hangs")
    var listening = Listening(
      source: source, endsAtFirst: once, printer: ListenPrinter(format: .jsonl, source: source), console: console,
      patience: 0.1)
    let code = try await listening.run(for: duration) { receive throws(RecognitionError) in
      for event in events { receive(event) }
      return Hanging()
    }
    try error.fileHandleForWriting.close()
    return (code, String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self))
  }

  @Test func aSourceThatDoesNotEndIsLeftBehind() async throws {
    let result = try await listen(for: 0.1, [.running])
    #expect(result.code == .nothingRecognised)
    #expect(result.error == "earmark: --source does not end, and is left behind\n")
  }

  @Test func oneThatFailsAtFirstAndDoesNotEnd() async throws {
    await #expect(throws: CommandFailure.self) {
      try await listen([.recovering(RecognitionError(.stalled, "No audio came for 2 seconds."), retryIn: 1)])
    }
  }

  @Test func workThatHangsIsNotWaitedFor() {
    let never = DispatchSemaphore(value: 0)
    #expect(!Stopping.wait(within: 0.1) { never.wait() })
    #expect(Stopping.wait {})
    never.signal()
  }

  // MARK: The device

  @Test func cancellingDoesNotWaitForTheServer() throws {
    let (asked, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let watch = DeviceWatch(interval: 0.01) { _ in
      asked.signal()
      answered.wait()
      return "other"
    }
    let pipeline = try Pipeline("fakesrc name=listened ! fakesink")
    watch.keep(try #require(pipeline.element(named: "listened")), on: "one")
    asked.wait()
    watch.cancel()
    answered.signal()
    // It is not asked again.
    #expect(asked.wait(timeout: .now() + 0.2) == .timedOut)
    #expect(pipeline.bus.firstError == nil)
  }

  // MARK: What is said

  private func trouble(_ code: ElementError.Resource, _ message: String) -> SourceTrouble {
    let cause = ElementError.resource(code, message)
    return SourceTrouble(RecognitionError(.network, message, cause: cause), of: .text("souphttpsrc"))
  }

  @Test func aRefusedLoginIsNoNetworkFailure() {
    let refused = trouble(.notAuthorized, "Unauthorized.")
    #expect(refused.exitCode == .notAuthorised && refused.exitCode.faultNumber == 401)
    #expect(refused.message == "--source: unauthorized; check the credentials")
    let broken = trouble(.openRead, "HTTP broke off.")
    #expect(broken.exitCode == .network && broken.exitCode.faultNumber == 400)
    // Names stay as they are.
    #expect(broken.message == "--source: HTTP broke off; check the address and the network")
  }

  @Test func aDeviceThatIsDenied() {
    let cause = ElementError.resource(.notAuthorized, "Access denied")
    let trouble = SourceTrouble(
      RecognitionError(.device, "The device is denied.", cause: cause),
      of: ListenSource(kind: .device("one"), name: "one", launchText: "pulsesrc", isPaced: true))
    #expect(trouble.message == "the device one cannot be opened: this user may not record")
    #expect(trouble.exitCode == .input && trouble.exitCode.faultNumber == 501)
  }
}
