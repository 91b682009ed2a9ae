import GStreamerKit
import Synchronization
import Testing

@Suite struct SignalTests {
  private let pipeline: Pipeline
  private let collector: ElementRef

  init() throws {
    #expect(TestSupport.isReady)
    pipeline = try Pipeline(
      """
      audiotestsrc num-buffers=4 samplesperbuffer=400 ! audio/x-raw,rate=8000 ! earkitprobe
      ! earkitcollector name=c
      """)
    collector = try #require(pipeline.element(named: "c"))
  }

  @Test func handlersGetTheArguments() async throws {
    let texts = Mutex<[String]>([])
    let subscription = collector.onSignal("event") { arguments in
      if case .string(let text)? = arguments.first { texts.withLock { $0.append(text) } }
    }
    #expect(subscription != nil)
    try await pipeline.run()
    let names = texts.withLock { $0.compactMap { Structure(parsing: $0)?.name } }
    #expect(names == ["earmark-stage-probe", "earmark-probe", "earmark-probe"])
  }

  @Test func aCancelledHandlerIsNotCalled() async throws {
    let count = Mutex(0)
    let first = collector.onSignal("event") { _ in count.withLock { $0 += 1 } }
    collector.onSignal("event") { _ in count.withLock { $0 += 100 } }
    first?.cancel()
    first?.cancel()
    try await pipeline.run()
    #expect(count.withLock { $0 } == 300)
  }

  @Test func actionsAreDone() async throws {
    try await pipeline.run()
    #expect(collector.get("got") != .string(""))
    #expect(collector.emit("clear"))
    #expect(collector.get("got") == .string(""))
  }

  @Test func actionsWithArgumentsAreDone() {
    #expect(collector.emit("add", "x", Int32(3)))
    #expect(collector.get("got") == .string("x x x"))
    #expect(!collector.emit("add", "x"))
    #expect(!collector.emit("add", "x", "y"))
    #expect(collector.get("got") == .string("x x x"))
  }

  @Test func unknownSignalsAreRefused() {
    #expect(collector.onSignal("nonsense") { _ in } == nil)
    #expect(!collector.emit("nonsense"))
    #expect(!collector.emit("clear", "too much"))
  }
}
