import CGStreamer
import Foundation
import Synchronization
import Testing

@testable import GStreamerKit

/// GStreamer's leak tracer has to be on when GStreamer starts, and sees the whole process. So these tests run this
/// test program once more, alone, and read what the tracer prints at the end.
@Suite struct LeakTests {
  private static let role = ProcessInfo.processInfo.environment["EARMARK_LEAK_TEST"]

  @Test(.enabled(if: role == nil), .timeLimit(.minutes(1)))
  func pipelinesLeaveNothingBehind() async throws {
    let output = try await child("clean")
    #expect(output.contains("EARMARK: 0 elements\nEARMARK: done"), "\(output.suffix(2000))")
    #expect(alive(in: output) == [])
  }

  @Test(.enabled(if: role == nil), .timeLimit(.minutes(1)))
  func theTracerSeesALeak() async throws {
    let output = try await child("leak")
    #expect(alive(in: output) == ["GstCaps"])
  }

  /// The types of the objects that the tracer found alive.
  private func alive(in output: String) -> [String] {
    output.components(separatedBy: "object-alive, type-name=(string)").dropFirst().compactMap { rest in
      let type = rest.prefix { $0 != "," }
      return type == "%s" ? nil : String(type)
    }
  }

  private func child(_ role: String) async throws -> String {
    let output = FileManager.default.temporaryDirectory.appending(path: "earmark-leaks-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "LeakTests/asChild"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "EARMARK_LEAK_TEST": role, "GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1",
    ]) { $1 }
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  @Test(.enabled(if: role != nil))
  func asChild() async throws {
    #expect(TestSupport.isReady)
    try await exercise()
    if Self.role == "leak" { _ = gst_caps_from_string("audio/x-raw") }
    // A pipeline that nobody stopped ends on a thread of GStreamer's.
    for _ in 0..<1000 where Probe.alive.load(ordering: .relaxed) != 0 { try await Task.sleep(for: .milliseconds(10)) }
    print("EARMARK: \(Probe.alive.load(ordering: .relaxed)) elements")
    gst_deinit()
    print("EARMARK: done")
  }

  private func exerciseBins(_ source: String) async throws {
    let boxed = try Pipeline("\(source) ! earkitbox name=b label=warn ! tee name=t ! earkitcollector name=c")
    let pad = try #require(boxed.element(named: "b")?.pad("src"))
    pad.onBuffers { _ in .pass }
    pad.onQueries { _ in .pass }
    pad.onEvents { event, pad in
      _ = (event.caps, pad.caps, pad.peer)
      return .pass
    }.cancel()
    boxed.element(named: "t")?.pad("src_0")?.isolate { _ in
      true
    } delivered: { _ in
    }
    try boxed.play()
    while boxed.element(named: "c")?.get("got") == .string("") { await Task.yield() }
    await boxed.stopped()
    boxed.element(named: "inside")?.set("error-after", Int32(2))
    try boxed.play()
    await boxed.stopped()

    let bin = try ElementRef.bin("identity name=a ! tee name=t")
    bin.child(named: "a")?.pad("sink").map { _ = bin.expose($0, as: "sink") }
    _ = bin.child(named: "t")?.requestPad("src_%u")
    bin.child(named: "a")?.removeFromParent()
    #expect(throws: PipelineError.self) { try ElementRef.bin("identity ! nosuchelement") }
    _ = ElementRef.make("earkitbox")
  }

  private func exercise() async throws {
    let source = "audiotestsrc num-buffers=20 ! audio/x-raw,rate=8000"
    for _ in 0..<3 {
      let whole = try Pipeline(
        """
        \(source) ! tee name=t ! queue ! earkitprobe name=p post-messages=true ! audioconvert ! earkitcounter
        ! earkitcollector name=c
        t. ! queue ! earkitprobe ! earkitcollector
        """)
      whole.element(named: "c")?.onSignal("event") { _ in }
      let cancelled = whole.element(named: "c")?.onSignal("event") { _ in }
      cancelled?.cancel()
      _ = whole.bus.messages()
      try await whole.run()
      whole.element(named: "c")?.emit("clear")
      _ = whole.element(named: "p")?.get("log")
      _ = whole.elements.map(\.factory)
      try await whole.run()

      for broken in [
        "\(source) ! earkitprobe label=fail-analyse ! fakesink", "\(source) ! earkitprobe label=fail-start ! fakesink",
        "fakesrc num-buffers=1 ! earkitprobe ! fakesink",
      ] {
        await #expect(throws: (any Error).self) { try await Pipeline(broken).run() }
      }
      #expect(throws: PipelineError.self) { try Pipeline("\(source) ! nosuchelement ! fakesink") }

      let held = try Pipeline("\(source) ! earkitcounter late=true name=k ! earkitcollector")
      try held.play()
      while held.element(named: "k")?.get("held") != .boolean(true) { await Task.yield() }
      await held.stopped()

      try await exerciseBins(source)

      let seeking = try Pipeline("audiotestsrc ! earkitprobe ! fakesink sync=true")
      try await seeking.preroll()
      seeking.seek(to: 1_000_000_000)
      // Nobody stops it: the last reference does.
    }
    var structure = Structure("earmark-x")
    structure["alternatives"] = [Structure("a"), Structure("b")]
    _ = Event.customSticky(structure).structure?.get("alternatives", as: [Structure].self)
    _ = Structure(parsing: structure.text)
    _ = Caps("audio/x-raw")?.structure
    _ = try MonoResampler(format: #require(AudioFormat(sampleFormat: "S16LE", rate: 44100, channels: 2)))
  }
}
