import GStreamerKit
import Testing

@testable import Earmark

/// What an element's error means to a caller of the library.
@Suite struct ElementFailureTests {
  typealias Case = (
    factory: String, category: String, location: String, error: ElementError, code: RecognitionError.Code
  )

  static let cases: [Case] = [
    ("earfingerprint", "Filter/Analyzer/Audio", "", .resource(.notFound, "x"), .pack),
    ("earapi", "Filter/Analyzer/Audio", "", .resource(.settings, "x"), .pack),
    ("eartimelinesink", "Sink/Audio", "/full/rows.jsonl", .resource(.noSpace, "x"), .stage),
    ("earfingerprint", "Filter/Analyzer/Audio", "", .core(.negotiation, "x"), .stage),
    ("pulsesrc", "Source/Audio", "", .resource(.failed, "Failed to connect"), .device),
    ("alsasrc", "Source/Audio", "", .resource(.busy, "x"), .device),
    ("alsasrc", "Source/Audio", "", .resource(.notFound, "x"), .device),
    ("autoaudiosrc", "Source/Audio", "", .resource(.notFound, "x"), .device),
    (
      "pulsesrc", "Source/Audio", "", .stream(.failed, "x", debug: "streaming stopped, reason not-negotiated (-4)"),
      .stage
    ),
    ("audiotestsrc", "Source/Audio", "", .stream(.failed, "x"), .input),
    ("pulsesink", "Sink/Audio", "", .resource(.openWrite, "x"), .device),
    ("souphttpsrc", "Source/Network", "http://a/b", .resource(.notFound, "x"), .network),
    ("rtspsrc", "Source/Network", "rtsp://a/b", .resource(.openReadWrite, "x"), .network),
    ("rtmpsrc", "Source/File", "rtmp://a/b", .resource(.openRead, "x"), .network),
    ("hlsdemux", "Codec/Demuxer/Adaptive", "", .resource(.openRead, "x"), .network),
    ("filesrc", "Source/File", "/a/b.wav", .resource(.notFound, "x"), .input),
    ("filesrc", "Source/File", "file:///a/b.wav", .resource(.notFound, "x"), .input),
    ("mpg123audiodec", "Codec/Decoder/Audio", "", .stream(.decode, "x"), .input),
    ("decodebin", "Generic/Bin/Decoder", "", .core(.missingPlugin, "x"), .input),
    ("typefind", "Generic", "", .stream(.typeNotFound, "x"), .input),
    ("lamemp3enc", "Codec/Encoder/Audio", "", .library(.encode, "x"), .stage),
    ("", "", "", .stream(.failed, "x"), .stage),
  ]

  @Test(arguments: cases.indices) func codes(index: Int) {
    let (factory, category, location, error, code) = Self.cases[index]
    let failure = ElementFailure(
      element: "e0", factory: factory, category: category, location: location, error: error)
    #expect(failure.recognitionError.code == code)
    #expect(failure.recognitionError.cause is ElementError)
  }

  @Test func onlyStagesThatCannotWorkAreAnEnd() {
    for (factory, _, _, error, code) in Self.cases {
      let failure = ElementFailure(element: "e0", factory: factory, error: error)
      #expect(failure.isFinal == (code == .pack || factory == "earfingerprint"), "\(factory)")
    }
  }

  @Test func aDeviceErrorSaysWhatToDo() {
    func message(_ code: ElementError.Resource) -> String {
      ElementFailure(
        element: "microphone", factory: "pulsesrc", category: "Source/Audio", error: .resource(code, "It failed.")
      ).recognitionError.message
    }
    for code in [ElementError.Resource.notFound, .notAuthorized, .failed] {
      #expect(message(code).hasPrefix("The audio device of microphone cannot be used (It failed): "))
    }
    #expect(
      message(.busy)
        == "The audio device of microphone is busy: another program uses it; close that, or choose another device.")
    #expect(message(.failed).hasSuffix("?"))
  }
}
