import GStreamerKit
import Testing

@Suite struct StreamingTasksTests {
  @Test func aPipelineThatPlaysHasARunningTask() throws {
    let pipeline = try Pipeline("bin.( fakesrc ) ! fakesink")
    #expect(!pipeline.hasRunningTasks)
    try pipeline.play()
    #expect(pipeline.hasRunningTasks)
    pipeline.stopAndWait()
    #expect(!pipeline.hasRunningTasks)
  }

  @Test func aPipelineThatHasEndedHasNone() async throws {
    let pipeline = try Pipeline("fakesrc num-buffers=3 ! fakesink")
    try pipeline.play()
    for await message in pipeline.bus.messages() {
      if case .endOfStream = message { break }
    }
    // The task stops after the end of the stream has gone out.
    while pipeline.hasRunningTasks { await Task.yield() }
    pipeline.stopAndWait()
  }
}
