import GStreamerKit
import Testing

@Suite struct PropertyTests {
  private let pipeline: Pipeline
  private let probe: ElementRef

  init() throws {
    #expect(TestSupport.isReady)
    pipeline = try Pipeline("audiotestsrc ! audio/x-raw,rate=8000 ! earkitprobe name=p ! fakesink sync=true")
    probe = try #require(pipeline.element(named: "p"))
  }

  @Test func everyTypeGoesInAndOut() {
    #expect(probe.get("stretch") == .uint(800))
    #expect(probe.set("stretch", UInt32(5)) && probe.get("stretch") == .uint(5))
    #expect(probe.set("fixed", Int32(-5)) && probe.get("fixed") == .int(-5))
    #expect(probe.set("level", 0.25) && probe.get("level") == .double(0.25))
    #expect(probe.set("hold", UInt64.max) && probe.get("hold") == .uint64(.max))
    #expect(probe.set("shift", Int64.min) && probe.get("shift") == .int64(.min))
    #expect(probe.set("label", "ä b") && probe.get("label") == .string("ä b"))
    #expect(probe.set("post-messages", true) && probe.get("post-messages") == .boolean(true))
    #expect(probe.set("mode", "loud") && probe.get("mode") == .string("loud"))
    #expect(probe.get("mode", as: Probe.Mode.self) == .loud)
  }

  @Test func anyIntegerTypeThatFitsIsTaken() {
    #expect(probe.set("stretch", Int32(7)) && probe.get("stretch") == .uint(7))
    #expect(probe.set("hold", UInt32(9)) && probe.get("hold") == .uint64(9))
    #expect(!probe.set("stretch", Int64(-1)))
    #expect(!probe.set("fixed", UInt64(1) << 40))
    #expect(probe.get("fixed") == .int(1))
  }

  @Test func outOfRangeIsRefused() {
    #expect(!probe.set("stretch", UInt32(0)))
    #expect(!probe.set("fixed", Int32(6)))
    #expect(!probe.set("level", 1.5))
    #expect(!probe.set("level", -0.1))
    #expect(probe.get("stretch") == .uint(800))
    #expect(probe.get("level") == .double(0.5))
  }

  @Test func otherTypesAndNamesAreRefused() {
    #expect(!probe.set("stretch", "many"))
    #expect(!probe.set("label", 1.0))
    #expect(!probe.set("mode", "silent"))
    #expect(!probe.set("post-messages", Int32(1)))
    #expect(!probe.set("nonsense", true))
    #expect(probe.get("nonsense") == nil)
    #expect(!probe.set("log", "read only"))
  }

  @Test func textIsReadAsInADescription() {
    #expect(probe.set("stretch", text: "12") && probe.get("stretch") == .uint(12))
    #expect(probe.set("mode", text: "loud") && probe.get("mode") == .string("loud"))
    #expect(probe.set("post-messages", text: "yes") && probe.get("post-messages") == .boolean(true))
    #expect(!probe.set("stretch", text: "x"))
    #expect(!probe.set("fixed", text: "99"))
  }

  @Test func descriptionSetsProperties() throws {
    let pipeline = try Pipeline("earkitprobe name=q stretch=3 mode=loud level=0.125 label=\"a b\" hold=5 shift=-7")
    let probe = try #require(pipeline.element(named: "q"))
    #expect(probe.get("stretch", as: UInt32.self) == 3)
    #expect(probe.get("mode", as: Probe.Mode.self) == .loud)
    #expect(probe.get("level", as: Double.self) == 0.125)
    #expect(probe.get("label", as: String.self) == "a b")
    #expect(probe.get("shift", as: Int64.self) == -7)
    #expect(probe.get("log", as: String.self)?.contains("set:shift") == true)
  }

  @Test func aPropertyChangesOnlyInItsStates() async throws {
    try pipeline.pause()
    probe.set("fixed", Int32(2))
    probe.set("level", 0.75)
    probe.set("stretch", UInt32(1000))
    #expect(probe.get("fixed") == .int(1))
    #expect(probe.get("level") == .double(0.75))
    #expect(probe.get("stretch") == .uint(1000))
    let messages = pipeline.bus.messages()
    try pipeline.play()
    for await message in messages {
      if case .stateChanged(let source, _, .playing) = message, source == "p" { break }
    }
    probe.set("level", 0.25)
    probe.set("label", "b")
    #expect(probe.get("level") == .double(0.75))
    #expect(probe.get("label") == .string("b"))
    await pipeline.stopped()
    #expect(probe.set("fixed", Int32(2)) && probe.get("fixed") == .int(2))
    #expect(probe.get("log", as: String.self)?.contains("set:label") == true)
  }

  @Test func aSinkPrerollsAndDoesNotWaitForTheClock() throws {
    let sink = try #require(try Pipeline("earkitcollector name=c").element(named: "c"))
    #expect(sink.get("sync") == .boolean(false))
    #expect(sink.get("async") == .boolean(true))
    #expect(sink.get("qos") == .boolean(false))
    #expect(sink.factory == "earkitcollector")
    #expect(sink.name == "c")
  }

  @Test func propertiesOfOtherElementsAreReached() throws {
    let element = try #require(try Pipeline("audiotestsrc name=a ! fakesink").element(named: "a"))
    #expect(element.get("wave") == .string("sine"))
    #expect(element.set("wave", "square") && element.get("wave") == .string("square"))
    #expect(element.set("freq", 100.0) && element.get("freq") == .double(100))
    #expect(element.set("samplesperbuffer", Int32(10)))
  }
}
