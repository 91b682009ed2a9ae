import Foundation
import GStreamerKit
import TestAudio
import Testing

/// A named pipe in place of the timeline's file.
@Suite struct TimelinePipeTests {
  private let folder: TemporaryFolder
  private let pipe: String

  init() throws {
    folder = try TemporaryFolder()
    pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
  }

  private func run(rows: Int) async throws -> StageRun {
    let script =
      [Script.fingerprint()]
      + (0..<rows).map { Script.airing("a\($0)" + String(repeating: "x", count: 200), 3 * $0...3 * $0 + 3) }
    return try await StageRun(
      """
      audiotestsrc num-buffers=\(3 * rows + 2) samplesperbuffer=8000 ! audio/x-raw,rate=8000 ! earscript name=script ! earapi
      ! eartimelinesink name=timeline location=\(pipe)
      """
    ) { $0.element(named: "script")?.set("script", script.joined(separator: "\n")) }
  }

  @Test(.timeLimit(.minutes(1))) func nobodyReads() async throws {
    let run = try await run(rows: 1)
    #expect(run.error?.message.contains("nobody reads from this pipe") == true, "\(String(describing: run.error))")
    #expect(run.error?.message.contains(pipe) == true)
  }

  @Test(.timeLimit(.minutes(1))) func aReaderGetsItsRows() async throws {
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try await run(rows: 2).error == nil)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reader, &bytes, bytes.count)
    #expect(bytes.prefix(max(0, count)).count { $0 == UInt8(ascii: "\n") } == 2)
  }

  @Test(.timeLimit(.minutes(1))) func aReaderThatDoesNotReadDoesNotHoldUpTheEnd() async throws {
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let run = try await run(rows: 300)
    #expect(run.rows.count == 300)
  }
}
