import TestAudio
import Testing

/// GStreamer's own count of what nobody released.
@Suite struct LeakTests {
  private let earmark: Earmark

  init() throws {
    earmark = try Earmark()
    try earmark.tune("a.wav", seed: 1)
    try earmark.folder.write("text.mp3", Array("no sound".utf8))
    try earmark.folder.write("cut.wav", WaveFile.bytes(Tune.samples(seed: 2, seconds: 3)).prefix(30000))
    try Tool.launch(
      "videotestsrc num-buffers=10 ! theoraenc ! matroskamux ! filesink location=\(earmark.folder.path("v.mkv"))")
    try Tool.launch(
      "audiotestsrc wave=pink-noise num-buffers=100 ! vorbisenc ! oggmux ! filesink "
        + "location=\(earmark.folder.path("o.ogg"))")
  }

  private func expectNothingAlive(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try Tool.run(
      Earmark.program, arguments, folder: earmark.folder.url,
      environment: ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1"])
    #expect(result.error.contains("object-alive.class"), "the tracer did not run", sourceLocation: sourceLocation)
    let alive = result.error.split(separator: "\n").filter {
      $0.contains("object-alive, ") && !$0.contains("new format")
    }
    #expect(alive.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func additionsLeaveNothingBehind() throws {
    try earmark("pack", "create", "p.earpack")
    try expectNothingAlive(
      "pack", "add", "p.earpack", "a.wav", "text.mp3", "cut.wav", "v.mkv", "o.ogg", "none.wav", "http://localhost:1/x")
  }

  @Test func recognitionLeavesNothingBehind() throws {
    try earmark("pack", "create", "p.earpack", "a.wav")
    try expectNothingAlive(
      "recognize", "--pack", "p.earpack", "a.wav", "text.mp3", "cut.wav", "v.mkv", "o.ogg", "none.wav", "--once")
  }
}
