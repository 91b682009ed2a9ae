import CGStreamer
import Synchronization
import Testing

@testable import GStreamerKit

@Suite struct ProbeTests {
  private let pipeline: Pipeline
  private let collector: ElementRef
  private let pad: PadRef

  init() throws {
    #expect(TestSupport.isReady)
    pipeline = try Pipeline(
      """
      audiotestsrc num-buffers=4 samplesperbuffer=400 ! audio/x-raw,rate=8000 ! earkitprobe name=p
      ! earkitcollector name=c
      """)
    collector = try #require(pipeline.element(named: "c"))
    pad = try #require(pipeline.element(named: "p")?.pad("src"))
  }

  private var got: [Substring] { (collector.get("got") ?? "").split(separator: " ") }

  @Test func buffersAreSeenAndDropped() async throws {
    let times = Mutex<[UInt64?]>([])
    pad.onBuffers { buffer in
      let time = buffer.pts
      return times.withLock {
        $0.append(time)
        return $0.count == 2 ? .drop : .pass
      }
    }
    try await pipeline.run()
    #expect(times.withLock { $0 } == [0, 50_000_000, 100_000_000, 150_000_000])
    #expect(got.count { $0 == "buffer" } == 3)
  }

  @Test func buffersOfListsAreSeenAndDropped() throws {
    let source = try #require(ElementRef.make("identity"))
    let sink = try #require(ElementRef.make("earkitcollector"))
    sink.set("async", false)
    let (out, end) = try (#require(source.pad("src")), #require(sink.pad("sink")))
    #expect(out.link(to: end) && out.peer?.name == "sink" && !end.link(to: out))
    #expect(sink.setState(.playing) && source.setState(.playing))
    gst_pad_push_event(out.pointer, gst_event_new_stream_start("x"))
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    gst_pad_push_event(out.pointer, gst_event_new_segment(&segment))
    let count = Atomic(0)
    let subscription = out.onBuffers { _ in
      count.add(1, ordering: .relaxed).newValue.isMultiple(of: 3) ? .pass : .drop
    }
    func push(_ length: Int) -> GstFlowReturn {
      let list = gst_buffer_list_new_sized(guint(length))
      for _ in 0..<length { gst_buffer_list_insert(list, -1, gst_buffer_new()) }
      return gst_pad_push_list(out.pointer, list)
    }
    #expect(push(7) == GST_FLOW_OK && push(1) == GST_FLOW_OK)
    let got: String? = sink.get("got")
    #expect(count.load(ordering: .relaxed) == 8)
    #expect(got?.split(separator: " ").count { $0 == "buffer" } == 2)
    subscription.cancel()
    subscription.cancel()
    #expect(push(2) == GST_FLOW_OK && count.load(ordering: .relaxed) == 8)
    sink.setState(.null)
    source.setState(.null)
  }

  @Test func eventsAreSeenAndDropped() async throws {
    let names = Mutex<[String]>([])
    pad.onEvents { event, pad in
      names.withLock { $0.append(event.name.hasPrefix("earmark") ? event.name : "\(event.kind)") }
      #expect(pad.name == "src" && event.isSerialized)
      return event.name == "earmark-probe" ? .drop : .pass
    }
    try await pipeline.run()
    #expect(names.withLock { $0 }.first == "streamStart" && names.withLock { $0 }.last == "endOfStream")
    #expect(names.withLock { $0.contains("earmark-probe") } && !got.contains("earmark-probe"))
    #expect(got.contains("earmark-stage-probe"))
  }

  @Test func upstreamEventsAndFlushesAreToldApart() async throws {
    let up = Mutex<[String]>([])
    let down = Mutex<[Event.Kind]>([])
    pad.onEvents(.upstream) { event, _ in
      up.withLock { $0.append(event.name) }
      return event.name == "earmark-clear" ? .drop : .pass
    }
    pad.onEvents { event, _ in
      down.withLock { $0.append(event.kind) }
      return .pass
    }
    try await pipeline.preroll()
    collector.emit("clear")
    #expect(pipeline.seek(to: 50_000_000))
    await pipeline.stopped()
    #expect(up.withLock { $0.count { $0 == "earmark-clear" } } == 1)
    #expect(down.withLock { $0.contains(.flushStart) && $0.contains(.flushStop) && $0.contains(.segment) })
    let log: String = pipeline.element(named: "p")?.get("log") ?? ""
    #expect(log.contains("flush") && !log.contains("upstream:earmark-clear"))
  }

  @Test func capsOfEventsAreRead() async throws {
    let caps = Mutex<[String]>([])
    pad.onEvents { event, _ in
      if let found = event.caps { caps.withLock { $0.append(found.text) } }
      return .pass
    }
    try await pipeline.run()
    #expect(caps.withLock { $0.count } == 1 && caps.withLock { $0[0].contains("rate=(int)8000") })
  }

  @Test func queriesAreAnsweredAndRefused() throws {
    let kinds = Mutex<[Query.Kind]>([])
    pad.onQueries { query in
      kinds.withLock { $0.append(query.kind) }
      switch query.kind {
      case .caps:
        if let caps = Caps("audio/x-raw, rate={ 8000, 16000 }") { query.answer(caps) }
        return .answered
      case .acceptCaps:
        #expect(query.caps?.text == "text/x-raw" && !query.isSerialized)
        query.answer(true)
        return .answered
      case .allocation, .drain: return query.isSerialized ? .refuse : .pass
      default: return .pass
      }
    }
    let filter = gst_caps_from_string("audio/x-raw, rate=[ 10000, 20000 ]")
    defer { gst_caps_unref(filter) }
    let answer = gst_pad_peer_query_caps(pad.pointer, filter)
    defer { gst_caps_unref(answer) }
    #expect(answer.map { Caps(borrowing: $0).text } == "audio/x-raw, rate=(int)16000")
    let text = gst_caps_from_string("text/x-raw")
    defer { gst_caps_unref(text) }
    #expect(gst_pad_peer_query_accept_caps(pad.pointer, text) != 0)
    for query in [gst_query_new_drain(), gst_query_new_allocation(text, 0), gst_query_new_seeking(GST_FORMAT_TIME)] {
      guard let query else { continue }
      #expect(gst_pad_peer_query(pad.pointer, query) == 0)
      gst_mini_object_unref(UnsafeMutableRawPointer(query).assumingMemoryBound(to: GstMiniObject.self))
    }
    #expect(kinds.withLock { $0 } == [.caps, .acceptCaps, .drain, .allocation, .seeking])
  }

  /// A tee with an isolated branch goes on whatever that branch does, and ends when the other one does not.
  @Test(arguments: ["identity error-after=2", "identity eos-after=2", "identity"])
  func anIsolatedBranchDoesNotCount(branch: String) async throws {
    let whole = try Pipeline(
      """
      audiotestsrc num-buffers=20 ! tee name=t
      t. ! earkitcollector name=c
      t. ! \(branch) ! fakesink name=f async=false
      """)
    let flows = Mutex<[Flow]>([])
    let main = whole.element(named: "c")?.pad("sink")?.peer?.name
    let pad = try #require(whole.element(named: "t")?.pad(main == "src_0" ? "src_1" : "src_0"))
    let isolation = pad.isolate {
      $0.pts != 0
    } delivered: { flow in
      flows.withLock { $0.append(flow) }
    }
    pad.onQueries { query in
      query.answer(true)
      if let caps = Caps("audio/x-raw") { query.answer(caps) }
      return .answered
    }
    let isOver = Atomic(false)
    let collector = try #require(whole.element(named: "c"))
    try whole.play()
    while !isOver.load(ordering: .relaxed) {
      let got: String = collector.get("got") ?? ""
      isOver.store(got.hasSuffix("eos"), ordering: .relaxed)
      try await Task.sleep(for: .milliseconds(5))
    }
    await whole.stopped()
    let got: String = collector.get("got") ?? ""
    #expect(got.split(separator: " ").count { $0 == "buffer" } == 20)
    let seen = flows.withLock { $0 }
    #expect(seen.count == 19)
    switch branch {
    case "identity": #expect(seen.allSatisfy { $0 == .ok })
    case "identity error-after=2": #expect(seen.contains(.error))
    case "identity eos-after=2": #expect(seen.contains(.endOfStream))
    default: break
    }
    isolation.cancel()
  }

  @Test func aPipelineThatIsIsolatedEverywhereHearsThatNothingIsLinked() async throws {
    let whole = try Pipeline("audiotestsrc ! tee name=t ! fakesink")
    whole.element(named: "t")?.pad("src_0")?.isolate { _ in
      true
    } delivered: { _ in
    }
    await #expect(throws: ElementError.self) { try await whole.run() }
  }
}
