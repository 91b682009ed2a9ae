import Foundation
import GStreamerKit
import Testing

/// Audio that a program pushes, and links that wait for data.
@Suite struct PushingTests {
  let format: AudioFormat
  /// 20 ms.
  let piece = [UInt8](repeating: 0, count: 320)

  init() throws {
    try #require(TestSupport.isReady)
    format = try #require(AudioFormat(sampleFormat: "S16LE", rate: 8000, channels: 1))
  }

  func rendered(_ pipeline: Pipeline) -> UInt64? {
    guard case .structure(let statistics)? = pipeline.element(named: "out")?.get("stats") else { return nil }
    return statistics["rendered"]
  }

  @Test func theEndComesBehindWhatWasPushed() async throws {
    for other in ["", "audiotestsrc is-live=true ! fakesink async=false"] {
      let pipeline = try Pipeline("appsrc name=in format=time ! fakesink name=out \(other)")
      let source = try #require(pipeline.element(named: "in"))
      let messages = pipeline.bus.messages()
      try pipeline.pause()
      for index in 0..<100 {
        #expect(source.push(piece, format, at: UInt64(index) * 20_000_000, duration: 20_000_000))
      }
      pipeline.finishSources()
      // Ended, it takes nothing either.
      #expect(!source.push(piece, format, at: 0, duration: 20_000_000))
      try pipeline.play()
      var isEnded = false
      for await message in messages {
        if case .endOfStream = message { isEnded = true }
        if isEnded { break }
      }
      #expect(isEnded && rendered(pipeline) == 100)
      await pipeline.stopped()
    }
  }

  @Test func onlyAnAppSourceIsPushedInto() throws {
    let pipeline = try Pipeline("fakesrc name=in ! fakesink")
    let source = try #require(pipeline.element(named: "in"))
    #expect(!source.push(piece, format, at: 0, duration: 1) && !source.finishPushing())
  }

  @Test(arguments: ["decodebin ! audioconvert", "decodebin name=d d. ! audio/x-raw ! audioconvert"])
  func whatWaitsForItsDataIsLinkedEachTime(line: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "earmark-kit-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    try await Pipeline("audiotestsrc num-buffers=20 ! wavenc ! filesink location=\(file.path)").run()
    let pipeline = try Pipeline("filesrc location=\(file.path) ! \(line) ! fakesink")
    // One that is not linked ends with an error.
    for _ in 1...3 { try await pipeline.run() }
  }
}
