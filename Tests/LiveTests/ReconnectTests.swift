import Earmark
import Foundation
import GStreamerKit
import Synchronization
import TestAudio
import Testing

/// Many reconnects in one process, which this test program runs as once more, alone: its memory is looked at.
@Suite struct ReconnectTests {
  private static let role = ProcessInfo.processInfo.environment["EARMARK_RECONNECT_TEST"]

  @Test(.enabled(if: role == nil), .timeLimit(.minutes(3)))
  func memoryStaysAsItIsOverManyReconnects() async throws {
    let child = try Listening(
      "--testing-library", "swift-testing", "--filter", "ReconnectTests/asChild",
      program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
      environment: ["EARMARK_RECONNECT_TEST": "run"])
    #expect(await child.status(within: 150) == 0, "\(child.output)\(child.error)")
    #expect(child.output.contains("CHILD: 45 reconnects"), "\(child.output)")
  }

  @Test(.enabled(if: role != nil))
  func asChild() async throws {
    let programme = try await Programme.make()
    let server = try programme.server()
    defer { server.stop() }
    let reconnects = Mutex(0)
    let runner = try PipelineRunner(
      .text("uridecodebin uri=\(server.stream) ! audioconvert ! earfingerprint name=f ! earapi ! eartimelinesink"),
      restart: RestartPolicy(when: .always, initialDelay: 0, maximumDelay: 0, stallTimeout: 20),
      prepare: { $0.element(named: "f")?.set("pack", programme.pack) },
      receive: { event in
        guard case .running = event else { return }
        reconnects.withLock { $0 += 1 }
        server.drop()
      })
    runner.start()
    func wait(for count: Int) async throws {
      while reconnects.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(20)) }
    }
    try await wait(for: 15)
    let before = try Self.residentKilobytes()
    try await wait(for: 45)
    let after = try Self.residentKilobytes()
    await runner.stopped()
    print("CHILD: 45 reconnects, \(before) kB after 15 of them, \(after) kB at the end")
    // 30 reconnects that each kept as much as one thread's buffers would be more.
    #expect(after - before < 4096)
  }

  private static func residentKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }
}
