import CGStreamer
import Foundation
import Testing

@testable import GStreamerKit

@Suite struct EventTests {
  init() { #expect(TestSupport.isReady) }

  private let source = "audiotestsrc num-buffers=4 samplesperbuffer=400 ! audio/x-raw,rate=8000,format=S16LE,channels=1"
  private let expected = """
    earmark-stage-probe buffer earmark-probe earmark-counted buffer buffer earmark-probe earmark-counted buffer eos
    """

  private func got(_ pipeline: Pipeline, _ name: String = "c") -> String? {
    pipeline.element(named: name)?.get("got", as: String.self)
  }

  @Test(arguments: [
    "", "! queue", "! audioconvert ! audio/x-raw,format=F32LE", "! queue ! volume ! queue", "! tee ! queue",
    "! audioresample ! identity",
  ])
  func eventsKeepTheirPlaceThrough(between: String) async throws {
    let pipeline = try Pipeline(
      "\(source) ! earkitprobe \(between) ! earkitcounter \(between) ! earkitcollector name=c")
    try await pipeline.run()
    #expect(got(pipeline) == expected)
  }

  @Test func bothBranchesOfATeeGetEveryEvent() async throws {
    let pipeline = try Pipeline(
      """
      \(source) ! earkitprobe ! earkitcounter ! tee name=t ! queue ! earkitcollector name=c
      t. ! queue ! earkitcollector name=d
      """)
    try await pipeline.run()
    #expect(got(pipeline, "c") == expected)
    #expect(got(pipeline, "d") == expected)
  }

  @Test func lastStretchIsGivenAtTheEnd() async throws {
    let pipeline = try Pipeline("\(source) ! earkitprobe stretch=1500 ! earkitcollector name=c")
    try await pipeline.run()
    #expect(got(pipeline) == "earmark-stage-probe buffer buffer buffer earmark-probe buffer earmark-probe eos")
  }

  @Test func runningTimeIsThatOfTheStretchsEnd() async throws {
    let pipeline = try Pipeline("\(source) ! earkitprobe stretch=500 post-messages=true ! fakesink")
    var times: [UInt64] = []
    try await pipeline.run { message in
      if case .element(_, let structure) = message { times.append(structure["running-time"] ?? 0) }
    }
    #expect(times == [62_500_000, 125_000_000, 187_500_000, 200_000_000])
  }

  @Test func hooksComeInOrder() async throws {
    let pipeline = try Pipeline("\(source) ! earkitprobe name=p ! fakesink")
    pipeline.element(named: "p")?.set("label", "x")
    try await pipeline.run()
    #expect(
      pipeline.element(named: "p")?.get("log", as: String.self)
        == "set:label start stream format:S16LE/8000/1 segment:0 discont:0 drain format:none stop")
  }

  @Test func aSecondRunStartsAfresh() async throws {
    let pipeline = try Pipeline("\(source) ! earkitprobe ! earkitcounter ! earkitcollector name=c")
    try await pipeline.run()
    pipeline.element(named: "c")?.emit("clear")
    try await pipeline.run()
    #expect(got(pipeline) == expected)
  }

  @Test func upstreamEventsPassEveryStage() async throws {
    let pipeline = try Pipeline(
      "\(source) ! earkitprobe name=p ! queue ! earkitcounter ! audioconvert ! earkitcollector name=c")
    try pipeline.pause()
    let clear = pipeline.element(named: "c")?.emit("clear")
    try await pipeline.run()
    #expect(clear == true)
    #expect(pipeline.element(named: "p")?.get("log", as: String.self)?.contains("upstream:earmark-clear") == true)
  }

  @Test func heldEndIsForwardedWhenAsked() async throws {
    let pipeline = try Pipeline("\(source) ! earkitcounter name=k late=true ! earkitcollector name=c")
    try pipeline.play()
    let counter = try #require(pipeline.element(named: "k"))
    while counter.get("held", as: Bool.self) != true { await Task.yield() }
    #expect(got(pipeline) == "buffer buffer buffer buffer")
    counter.emit("release")
    try await pipeline.run()
    #expect(got(pipeline)?.hasSuffix("eos") == true)
    #expect(got(pipeline)?.components(separatedBy: "eos").count == 2)
  }

  @Test func heldEndIsVoidAfterAStop() async throws {
    let pipeline = try Pipeline("\(source) ! earkitcounter name=k late=true ! earkitcollector name=c")
    try pipeline.play()
    let counter = try #require(pipeline.element(named: "k"))
    while counter.get("held", as: Bool.self) != true { await Task.yield() }
    await pipeline.stopped()
    counter.emit("release")
    #expect(got(pipeline) == "buffer buffer buffer buffer")
    #expect(counter.get("held", as: Bool.self) == false)
  }

  @Test func aFlushingSeekForgetsAndAnnouncementsStay() async throws {
    let pipeline = try Pipeline(
      """
      audiotestsrc num-buffers=200 samplesperbuffer=400 is-live=false ! audio/x-raw,rate=8000 ! earkitprobe name=p
      ! fakesink name=s sync=true
      """)
    try await pipeline.preroll()
    let messages = pipeline.bus.messages()
    #expect(pipeline.seek(to: 1_000_000_000))
    for await message in messages { if case .asyncDone = message { break } }
    let log = pipeline.element(named: "p")?.get("log", as: String.self)
    await pipeline.stopped()
    #expect(log?.contains("discont:0 flush segment:1000000000 discont:1000000000") == true, "\(log ?? "")")
  }

  @Test func gapsAreHeardOf() async throws {
    let pipeline = try Pipeline("\(source) ! earkitcounter gaps=true ! earkitprobe name=p ! earkitcollector")
    try await pipeline.run()
    let log = pipeline.element(named: "p")?.get("log", as: String.self)
    #expect(log?.contains("gap:0+50000000 discont:0 gap:50000000+50000000") == true, "\(log ?? "")")
  }

  @Test func pushingWithoutAPeerOrWhileFlushingIsRefused() async throws {
    let pipeline = try Pipeline("earkitcounter name=k ! earkitcollector")
    let counter = try #require(pipeline.element(named: "k"))
    // READY's pads are flushing.
    #expect(!counter.send(.custom(Structure("earmark-late"))))
    await pipeline.stopped()
  }

  @Test func anAnalyserTakesBuffersWithoutCaps() async throws {
    let pipeline = try Pipeline("fakesrc num-buffers=3 ! earkitcounter ! earkitcollector name=c")
    try await pipeline.run()
    #expect(got(pipeline) == "buffer buffer buffer eos")
  }

  @Test func kindsAndNames() {
    let structure = Structure("earmark-x")
    #expect(Event.custom(structure).kind == .custom)
    #expect(Event.customSticky(structure).kind == .customSticky)
    #expect(Event.customUpstream(structure).kind == .customUpstream)
    #expect(Event.custom(structure).name == "earmark-x")
    #expect(Event.custom(structure).structure == structure)
    #expect(Event(owning: gst_event_new_eos()).structure == nil)
    #expect(Event(owning: gst_event_new_eos()).name == "")
  }
}
