import Foundation
import GStreamerKit
import Synchronization
import Testing

@Suite struct PipelineTests {
  init() { #expect(TestSupport.isReady) }

  private let endless =
    "audiotestsrc samplesperbuffer=100 ! audio/x-raw,rate=8000 ! fakesink signal-handoffs=true name=s"

  @Test func stopsFromASignalHandlerOnTheStreamingThread() async throws {
    for _ in 0..<20 {
      let pipeline = try Pipeline(endless)
      let calls = Mutex(0)
      pipeline.element(named: "s")?.onSignal("handoff") { [weak pipeline] _ in
        if calls.withLock({ count in
          count += 1
          return count == 3
        }) {
          pipeline?.stop()
        }
      }
      let messages = pipeline.bus.messages()
      try pipeline.play()
      for await _ in messages {}
      pipeline.waitUntilStopped()
      #expect(calls.withLock { $0 } >= 3)
    }
  }

  @Test func stopsFromABusObserver() async throws {
    let pipeline = try Pipeline("audiotestsrc num-buffers=3 ! fakesink")
    pipeline.bus.observe { [weak pipeline] message in
      if case .endOfStream = message { pipeline?.stop() }
    }
    let messages = pipeline.bus.messages()
    try pipeline.play()
    for await _ in messages {}
    pipeline.waitUntilStopped()
  }

  @Test func theLastReferenceMayGoOnTheStreamingThread() async throws {
    for _ in 0..<20 {
      let holder = Mutex<Pipeline?>(try Pipeline(endless))
      let gone = AsyncStream.makeStream(of: Void.self)
      holder.withLock { $0 }?.element(named: "s")?.onSignal("handoff") { _ in
        holder.withLock { $0 = nil }
        gone.continuation.finish()
      }
      try holder.withLock { $0 }?.play()
      for await _ in gone.stream {}
    }
  }

  @Test func manyMayStopAtOnce() async throws {
    let pipeline = try Pipeline(endless)
    try pipeline.play()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { await pipeline.stopped() } }
    }
    pipeline.stopAndWait()
    try pipeline.play()
    pipeline.stopAndWait()
  }

  @Test func cancellingTheTaskStops() async throws {
    let pipeline = try Pipeline(endless)
    let task = Task { try await pipeline.run() }
    while pipeline.position == nil { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func endOfStreamCanBeAskedFor() async throws {
    let pipeline = try Pipeline("audiotestsrc samplesperbuffer=100 ! earkitprobe name=p ! fakesink")
    let task = Task { try await pipeline.run() }
    while pipeline.position == nil { await Task.yield() }
    #expect(pipeline.sendEndOfStream())
    try await task.value
    #expect(pipeline.element(named: "p")?.get("log", as: String.self)?.contains("drain") == true)
  }

  @Test func lengthAndPlaceAreKnown() async throws {
    let pipeline = try Pipeline(
      "audiotestsrc num-buffers=10 samplesperbuffer=800 ! audio/x-raw,rate=8000 ! wavenc ! fakesink sync=false")
    #expect(pipeline.position == nil)
    try pipeline.play()
    for await message in pipeline.bus.messages() { if case .endOfStream = message { break } }
    #expect(pipeline.position != nil)
    await pipeline.stopped()
  }

  @Test func prerollEndsWhetherDataComesOrNot() async throws {
    try await Pipeline("audiotestsrc ! fakesink").preroll()
    try await Pipeline("audiotestsrc is-live=true ! fakesink").preroll()
    try await Pipeline("audiotestsrc ! earkitcollector").preroll()
    await #expect(throws: PipelineError.self) {
      try await Pipeline("filesrc location=/nonexistent ! fakesink").preroll()
    }
    await #expect(throws: ElementError.self) { try await Pipeline("fakesrc ! earkitprobe ! fakesink").preroll() }
  }

  @Test func elementsAreFoundInsideBins() throws {
    let pipeline = try Pipeline("audiotestsrc ! bin.( identity name=inner ! identity ) ! fakesink name=last")
    #expect(pipeline.element(named: "inner") != nil)
    #expect(pipeline.element(named: "nobody") == nil)
    #expect(pipeline.elements.count == 5)
  }

  @Test func oneElementAloneIsAPipelineToo() async throws {
    let pipeline = try Pipeline("fakesrc num-buffers=1 name=a")
    #expect(pipeline.element(named: "a") != nil)
    await #expect(throws: (any Error).self) { try await pipeline.run() }
  }
}
