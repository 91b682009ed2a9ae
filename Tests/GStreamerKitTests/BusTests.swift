import Foundation
import Synchronization
import Testing

@testable import GStreamerKit

@Suite struct BusTests {
  init() { #expect(TestSupport.isReady) }

  @Test func noEndAndNoErrorIsLost() async throws {
    for turn in 0..<1000 {
      let pipeline = try Pipeline("fakesrc num-buffers=1 ! \(turn % 2 == 0 ? "identity" : "earkitprobe") ! fakesink")
      if turn % 3 == 0 {
        // Subscribes late, from another thread's point of view at any time.
        try pipeline.play()
        var ended = false
        for await message in pipeline.bus.messages() {
          switch message {
          case .endOfStream: ended = turn % 2 == 0
          case .error: ended = turn % 2 == 1
          default: continue
          }
          break
        }
        #expect(ended, "\(turn)")
        await pipeline.stopped()
      } else if turn % 2 == 0 {
        try await pipeline.run()
      } else {
        await #expect(throws: ElementError.self) { try await pipeline.run() }
      }
    }
  }

  @Test func everySubscriberGetsEverything() async throws {
    let pipeline = try Pipeline(
      "audiotestsrc num-buffers=20 samplesperbuffer=800 ! audio/x-raw,rate=8000 ! earkitprobe post-messages=true ! fakesink"
    )
    let observed = Mutex(0)
    let subscription = pipeline.bus.observe { if case .element = $0 { observed.withLock { $0 += 1 } } }
    let streams = (0..<3).map { _ in pipeline.bus.messages() }
    try await pipeline.run()
    subscription.cancel()
    for stream in streams {
      var count = 0
      for await message in stream { if case .element = message { count += 1 } }
      #expect(count == 20)
    }
    #expect(observed.withLock { $0 } == 20)
  }

  @Test func lateObserversAreToldOfTheEnd() async throws {
    let pipeline = try Pipeline("fakesrc num-buffers=1 ! fakesink")
    try await pipeline.run()
    let ended = Mutex(false)
    pipeline.bus.observe { if case .endOfStream = $0 { ended.withLock { $0 = true } } }
    #expect(ended.withLock { $0 })
    var late: [String] = []
    for await message in pipeline.bus.messages() { late.append("\(message)") }
    #expect(late == ["endOfStream"])
  }

  @Test func streamsEndWhenThePipelineStops() async throws {
    let pipeline = try Pipeline("audiotestsrc is-live=true ! fakesink")
    let messages = pipeline.bus.messages()
    try pipeline.play()
    Task { await pipeline.stopped() }
    for await _ in messages {}
    let unused = try Pipeline("fakesrc ! fakesink")
    let silent = unused.bus.messages()
    unused.stop()
    for await _ in silent {}
  }

  @Test func aRestartForgetsTheErrorOfTheRunBefore() async throws {
    let pipeline = try Pipeline("fakesrc num-buffers=1 ! earkitprobe ! fakesink")
    await #expect(throws: ElementError.self) { try await pipeline.run() }
    #expect(pipeline.bus.firstError != nil)
    await #expect(throws: ElementError.self) { try await pipeline.run() }
  }

  @Test func ofErrorsWithoutEndTheFirstAreKept() {
    let bus = Bus()
    let seen = Mutex(0)
    bus.observe { _ in seen.withLock { $0 += 1 } }
    for number in 0..<10_000 { bus.post(.error(source: "stage", .stream(.decode, "\(number)"))) }
    for _ in 0..<3 { bus.post(.endOfStream) }
    #expect(seen.withLock { $0 } == 10_003)
    #expect(bus.firstError?.message == "0")
    let late = Mutex<[Message]>([])
    bus.observe { message in late.withLock { $0.append(message) } }
    let kept = late.withLock { $0 }
    #expect(kept.count == Bus.keptErrors + 1 && kept.last?.isEnd == true)
  }
}
