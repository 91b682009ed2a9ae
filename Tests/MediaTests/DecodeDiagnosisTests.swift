import CGStreamer
import Testing

@testable import Media

@Suite struct DecodeDiagnosisTests {
  private let file = DecodeDiagnosis(input: .file("a b.mp3"))
  private let uri = DecodeDiagnosis(input: .uri("http://h/a.mp3"))

  private func resource(_ code: GstResourceError, status: Int? = nil) -> PipelineFailure {
    PipelineFailure(domain: .resource, code: Int32(code.rawValue), message: "m", debug: "d", httpStatus: status)
  }

  private func stream(_ code: GstStreamError) -> PipelineFailure {
    PipelineFailure(domain: .stream, code: Int32(code.rawValue), message: "m")
  }

  @Test func filesFailWithoutTheNetwork() {
    #expect(file.error(for: resource(GST_RESOURCE_ERROR_NOT_FOUND)).code == .notFound)
    #expect(file.error(for: resource(GST_RESOURCE_ERROR_READ)).code == .unreadable)
    #expect(file.error(for: resource(GST_RESOURCE_ERROR_READ)).details == "m | d")
  }

  @Test(arguments: [(401, DecodeError.Code.notAuthorised), (403, .notAuthorised), (404, .notFound), (500, .network)])
  func serversAnswer(_ status: Int, _ code: DecodeError.Code) {
    #expect(uri.error(for: resource(GST_RESOURCE_ERROR_NOT_FOUND, status: status)).code == code)
  }

  @Test func withoutAnAnswerItIsTheNetwork() {
    #expect(uri.error(for: resource(GST_RESOURCE_ERROR_NOT_FOUND)).code == .network)
    #expect(uri.error(for: resource(GST_RESOURCE_ERROR_NOT_AUTHORIZED)).code == .notAuthorised)
    var failure = stream(GST_STREAM_ERROR_FAILED)
    failure.isFromSource = true
    #expect(uri.error(for: failure).code == .network)
  }

  @Test func streamsFail() {
    #expect(file.error(for: stream(GST_STREAM_ERROR_TYPE_NOT_FOUND)).code == .notMedia)
    #expect(file.error(for: stream(GST_STREAM_ERROR_WRONG_TYPE)).code == .notMedia)
    #expect(file.error(for: stream(GST_STREAM_ERROR_DECODE)).code == .corrupt)
    #expect(file.error(for: stream(GST_STREAM_ERROR_DEMUX)).code == .corrupt)
    #expect(file.error(for: stream(GST_STREAM_ERROR_DECRYPT)).code == .unreadable)
    let nothing = DecodeDiagnosis(input: .standardInput, hasData: false)
    #expect(nothing.error(for: stream(GST_STREAM_ERROR_TYPE_NOT_FOUND)).code == .empty)
  }

  @Test func aMissingDecoderIsNamedWithItsPackage() {
    let missing = MissingPlugin(kind: "decoder", detail: "audio/x-ac3, rate=(int)48000", name: "AC-3 decoder")
    let error = DecodeDiagnosis(input: .file("a.mkv"), missing: [missing]).error(for: stream(GST_STREAM_ERROR_FAILED))
    #expect(error.code == .missingDecoder)
    #expect(
      error.message
        == "\"a.mkv\" needs the AC-3 decoder, which is missing; install the Debian package gstreamer1.0-libav")
  }

  @Test func missingDecodersOfPicturesDoNotMatter() {
    let missing = [
      MissingPlugin(kind: "decoder", detail: "video/x-h264, width=(int)1", name: "H.264 decoder"),
      MissingPlugin(kind: "decoder", detail: "image/jpeg", name: "JPEG decoder"),
    ]
    let diagnosis = DecodeDiagnosis(input: .file("v.mp4"), missing: missing)
    #expect(diagnosis.error(for: stream(GST_STREAM_ERROR_CODEC_NOT_FOUND)).code == .noAudio)
    let failure = PipelineFailure(
      domain: .core, code: Int32(GST_CORE_ERROR_MISSING_PLUGIN.rawValue), message: "m",
      debug: "x\nno suitable plugins found:\nMissing decoder: H.264 (High Profile) (video/x-h264, a=(int)1)\n")
    #expect(file.error(for: failure).code == .noAudio)
  }

  @Test func decodersAreReadFromDebugText() {
    let text = "x:\nMissing decoder: H.264 (High) (video/x-h264, a=(int)1)\nMissing decoder: AAC (audio/mpeg)\nother ("
    let list = MissingPlugin.list(inDebugText: text)
    #expect(list.map(\.name) == ["H.264 (High) decoder", "AAC decoder"])
    #expect(list.map(\.detail) == ["video/x-h264, a=(int)1", "audio/mpeg"])
    #expect(list.map(\.concernsSound) == [false, true])
    #expect(MissingPlugin.list(inDebugText: "Missing decoder: broken").isEmpty)
    #expect(MissingPlugin.list(inDebugText: "Missing decoder: (none)").isEmpty)
  }

  @Test func containersConcernSound() {
    for detail in ["video/quicktime", "application/x-foo", "video/mpeg, systemstream=(boolean)true"] {
      #expect(MissingPlugin(kind: "decoder", detail: detail, name: "").concernsSound, "\(detail)")
    }
    #expect(!MissingPlugin(kind: "decoder", detail: "video/mpeg, mpegversion=(int)2", name: "").concernsSound)
    #expect(MissingPlugin(kind: "urisource", detail: "foo", name: "").concernsSound)
  }

  @Test(arguments: [
    ("audio/mpeg, mpegversion=(int)1, layer=(int)3", "gstreamer1.0-plugins-good"),
    ("audio/mpeg, mpegversion=(int)4", "gstreamer1.0-libav"), ("http", "gstreamer1.0-plugins-good"),
    ("audio/x-opus", "gstreamer1.0-plugins-base"),
  ])
  func packagesAreKnown(_ detail: String, _ package: String) {
    #expect(PluginPackage.name(forDetail: detail) == package)
  }

  @Test func otherPackagesAreNotGuessed() { #expect(PluginPackage.name(forDetail: "audio/x-unheard-of") == nil) }
}
