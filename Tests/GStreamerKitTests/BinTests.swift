import GStreamerKit
import Testing

@Suite struct BinTests {
  init() { #expect(TestSupport.isReady) }

  private func pipeline(_ properties: String = "", after: String = "fakesink") throws -> Pipeline {
    try Pipeline("audiotestsrc num-buffers=10 ! earkitbox name=b \(properties) ! \(after)")
  }

  @Test func dataPassesThroughTheChildren() async throws {
    let whole = try pipeline(after: "earkitcollector name=c")
    try await whole.run()
    let got: String? = whole.element(named: "c")?.get("got")
    #expect(got?.split(separator: " ").count { $0 == "buffer" } == 10)
    #expect(got?.hasSuffix("eos") == true)
    #expect(whole.element(named: "inside")?.factory == "identity")
  }

  @Test func hooksAreCalledAtEveryStartAndStop() async throws {
    let whole = try pipeline()
    try await whole.run()
    try await whole.run()
    #expect(whole.element(named: "b")?.get("log") == .string("start stop start stop"))
  }

  /// A sink inside that never gets anything would keep the pipeline from ever ending.
  @Test(.timeLimit(.minutes(5))) func aHiddenSinkDoesNotCount() async throws {
    try await pipeline().run()
  }

  @Test func whatStartThrowsStopsThePipeline() async throws {
    let whole = try pipeline("label=fail-start")
    await #expect(throws: PipelineError.self) { try await whole.run() }
    #expect(whole.bus.firstError?.message == "There is no such box.")
    #expect(whole.element(named: "b")?.get("log") == .string("start"))
  }

  @Test func anErrorOfAChildPasses() async throws {
    let whole = try pipeline()
    whole.element(named: "inside")?.set("error-after", Int32(3))
    await #expect(throws: ElementError.self) { try await whole.run() }
  }

  @Test func anErrorOfAChildCanBecomeAWarning() async throws {
    let whole = try pipeline("label=warn")
    whole.element(named: "inside")?.set("error-after", Int32(3))
    var warnings: [String] = []
    let messages = whole.bus.messages()
    try whole.play()
    for await message in messages {
      if case .warning(let source, let error) = message {
        warnings.append("\(source): \(error.message)")
        break
      }
    }
    await whole.stopped()
    #expect(warnings == ["inside: inside does not matter."])
  }

  @Test func childrenAreFoundAndTakenOut() throws {
    let bin = try ElementRef.bin("identity name=a ! identity name=b")
    #expect(bin.child(named: "a") != nil && bin.child(named: "c") == nil)
    #expect(bin.children.map(\.name).sorted() == ["a", "b"])
    bin.child(named: "a")?.removeFromParent()
    #expect(bin.children.map(\.name) == ["b"])
    // What is in no bin, and what is none.
    bin.removeFromParent()
    let identity = try #require(ElementRef.make("identity"))
    #expect(identity.children.isEmpty && identity.child(named: "a") == nil)
    #expect(try !identity.expose(#require(bin.child(named: "b")?.pad("src")), as: "x"))
  }

  @Test(arguments: ["identity ! nosuchelement", "identity !", "identity nosuchproperty=1 ! identity", "", "! !"])
  func badDescriptionsAreRefused(text: String) {
    #expect(throws: PipelineError.self) { try ElementRef.bin(text) }
  }

  @Test func whatDoesNotExistIsNotMade() throws {
    #expect(ElementRef.make("nosuchelement") == nil)
    let tee = try #require(ElementRef.make("tee"))
    #expect(tee.pad("src_0") == nil && tee.requestPad("nonsense_%u") == nil)
    let pad = try #require(tee.requestPad("src_%u"))
    #expect(pad.name == "src_0" && tee.pad("src_0") != nil)
    tee.release(pad)
    #expect(tee.pad("src_0") == nil)
    #expect(ElementRef.make("earkitbox")?.get("exposes") == .boolean(false))
  }

  @Test func aLockedChildKeepsItsState() async throws {
    let bin = try ElementRef.bin("identity name=a ! fakesink name=b async=false")
    let child = try #require(bin.child(named: "b"))
    child.lockState(true)
    #expect(bin.setState(.ready))
    #expect(child.setState(.null))
    await withCheckedContinuation { continuation in bin.stop { continuation.resume() } }
  }
}
