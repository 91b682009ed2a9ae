import CGStreamer
import Earmark
import GStreamerKit
import Recognition
import TestAudio
import Testing

/// Listening to somebody else's pipeline.
@Suite struct RecognizerAttachTests {
  let sound: Sound
  let states = Collected<String>()

  init() throws { sound = try Sound() }

  @Test func aTimelineSinkOfAnotherPipeline() async throws {
    let file = try sound.recording("one", "two")
    let pipeline = try Pipeline(sound.line("filesrc location=\(file) ! wavparse"))
    let sink = try #require(pipeline.element(named: "timeline"))
    let recognizer = try Recognizer(
      attachingTo: sink, configuration: .quiet { $0.onState = { [states] in states.add($0.word) } })
    recognizer.start()
    try await pipeline.run()
    recognizer.stop()
    #expect(recognizer.rows.map(\.materialID) == ["one", "two"] && recognizer.history.count == 2)
    #expect(states.all == ["starting", "running", "stopped"] && recognizer.statistics == nil)
    // After the end of listening nothing comes, and the pipeline is the owner's.
    try await pipeline.run()
    #expect(recognizer.rows.count == 2)
    recognizer.start()
    recognizer.pause()
    try await pipeline.run()
    recognizer.stop()
    #expect(recognizer.rows.count == 2 && states.all.count == 6)
  }

  @Test func anElementOfOtherCode() async throws {
    let file = try sound.recording("one")
    let made = try #require(gst_parse_launch(sound.line("filesrc location=\(file) ! wavparse"), nil))
    defer { gst_object_unref(made) }
    let bin = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstBin.self)
    let pointer = try #require(gst_bin_get_by_name(bin, "timeline"))
    let recognizer = try Recognizer(attachingTo: #require(ElementRef(UnsafeMutableRawPointer(pointer))))
    gst_object_unref(pointer)
    recognizer.start()
    let timeline = recognizer.timeline
    gst_element_set_state(made, GST_STATE_PLAYING)
    for await row in timeline where !row.isCurrent {
      #expect(row.materialID == "one")
      break
    }
    gst_element_set_state(made, GST_STATE_NULL)
    recognizer.stop()
  }

  @Test func somethingThatIsNoElement() throws {
    let bus = try #require(gst_bus_new())
    defer { gst_object_unref(bus) }
    #expect(ElementRef(UnsafeMutableRawPointer(bus)) == nil)
  }

  @Test func anElementWithoutATimeline() throws {
    let pipeline = try Pipeline("fakesink name=f")
    let sink = try #require(pipeline.element(named: "f"))
    #expect {
      try Recognizer(attachingTo: sink)
    } throws: { error in
      (error as? RecognitionError)?.code == .stage && "\(error)".contains("fakesink")
        && "\(error)".contains("earrecognizer")
    }
  }

  @Test func aSinkTakesNoPack() throws {
    let pipeline = try Pipeline(sound.line("audiotestsrc"))
    let recognizer = try Recognizer(attachingTo: #require(pipeline.element(named: "timeline")))
    #expect { try recognizer.load(pack: sound.pack) } throws: { ($0 as? RecognitionError)?.code == .stage }
    #expect { try recognizer.load(pack: "/nowhere/p") } throws: { ($0 as? RecognitionError)?.code == .pack }
  }

  @Test func lettingGoLeavesThePipelineAlone() async throws {
    let pipeline = try Pipeline(sound.line("audiotestsrc is-live=true"))
    var recognizer: Recognizer? = try Recognizer(attachingTo: #require(pipeline.element(named: "timeline")))
    recognizer?.start()
    try pipeline.play()
    recognizer = nil
    try await waitUntil { (pipeline.element(named: "timeline")?.get("heard") ?? UInt64(0)) > 100_000_000 }
    await pipeline.stopped()
  }
}
