import GStreamerKit
import Testing

@Suite struct ErrorTests {
  init() { #expect(TestSupport.isReady) }

  private let source = "audiotestsrc num-buffers=3 ! audio/x-raw,rate=8000"

  private func failure(of description: String) async throws -> ElementError? {
    let pipeline = try Pipeline(description)
    do {
      try await pipeline.run()
      return nil
    } catch let error as ElementError {
      return error
    } catch let error as PipelineError {
      return error.cause
    }
  }

  @Test func aThrownErrorKeepsDomainCodeAndDetails() async throws {
    let error = try await failure(of: "\(source) ! earkitprobe label=fail-analyse ! fakesink")
    #expect(error?.domain == .stream)
    #expect(error?.code == ElementError.Stream.decode.rawValue)
    #expect(error?.message == "Cannot go on.")
  }

  @Test func anElementThatCannotStartSaysWhy() async throws {
    let pipeline = try Pipeline("\(source) ! earkitprobe name=p label=fail-start ! fakesink")
    let error = #expect(throws: PipelineError.self) { try pipeline.play() }
    #expect(error?.code == .cannotStart)
    #expect(error?.message == "There is no such pack.")
    #expect(pipeline.bus.firstError?.domain == .resource)
    #expect(pipeline.bus.firstError?.code == ElementError.Resource.notFound.rawValue)
    #expect(pipeline.bus.firstError?.debug.contains("pack=x") == true)
    await #expect(throws: PipelineError.self) { try await pipeline.run() }
    pipeline.waitUntilStopped()
    pipeline.element(named: "p")?.set("label", "fine")
    try await pipeline.run()
  }

  @Test func audioWithoutCapsIsRefused() async throws {
    let error = try await failure(of: "fakesrc num-buffers=3 sizetype=fixed ! earkitprobe ! fakesink")
    #expect(error?.domain == .core)
    #expect(error?.code == ElementError.Core.negotiation.rawValue)
  }

  @Test func planarAudioCannotBeLinked() {
    let error = #expect(throws: PipelineError.self) {
      try Pipeline("audiotestsrc ! audio/x-raw,layout=non-interleaved,channels=2 ! earkitprobe ! fakesink")
    }
    #expect(error?.code == .cannotLink)
    #expect(error?.cause == nil)
  }

  @Test func missingFilesComeWithTheirDomain() async throws {
    let error = try await failure(of: "filesrc location=/nonexistent/file ! fakesink")
    #expect(error?.domain == .resource)
    #expect(error?.code == ElementError.Resource.notFound.rawValue)
  }

  @Test func descriptionErrorsAreTold() {
    let cases: [(String, PipelineError.Code)] = [
      ("audiotestsrc ! nosuchelement ! fakesink", .noSuchElement),
      ("audiotestsrc nosuchproperty=1 ! fakesink", .noSuchProperty),
      ("audiotestsrc wave=nosuchwave ! fakesink", .invalidProperty),
      ("videotestsrc ! earkitprobe ! fakesink", .cannotLink),
      ("", .empty),
      ("audiotestsrc ! ! fakesink", .syntax),
    ]
    for (description, code) in cases {
      let error = #expect(throws: PipelineError.self, "\(description)") { try Pipeline(description) }
      #expect(error?.code == code, "\(description): \(error?.message ?? "")")
      #expect(error?.message.isEmpty == false)
    }
  }

  @Test func missingElementsAreNamed() {
    let error = #expect(throws: PipelineError.self) { try Pipeline("nosuchone ! fakesink") }
    #expect(error?.missingElements == ["nosuchone"])
    #expect(error?.message.contains("nosuchone") == true)
  }

  @Test func onlyThrownErrorsOfOtherTypesAreStreamFailures() async throws {
    let error = try await failure(of: "\(source) ! earkitprobe label=fail-otherwise ! fakesink")
    #expect(error?.domain == .stream)
    #expect(error?.code == ElementError.Stream.failed.rawValue)
  }
}
