import Earmark
import GStreamerKit
import Testing

/// What is wrong with elements, properties and links.
@Suite struct DescriptionCheckTests {
  typealias Case = DescriptionErrorTests.Case

  static let cases: [Case] = [
    Case("fakesrc !\n  nosuchelementatall ! fakesink", .noSuchElement, 2, 3, "no element nosuchelementatall"),
    Case("fakesrc ! audioconvrt ! fakesink", .noSuchElement, 1, 11, "did you mean audioconvert?"),
    Case("qmlglsink", .noSuchElement, 1, 1, "Debian package gstreamer1.0-qt5"),
    Case("fakesrc ! earmarkerembed ! fakesink", .noSuchElement, 1, 11, "GST_PLUGIN_PATH", "make install"),
    Case("fakesrc ! earfingerprnt ! fakesink", .noSuchElement, 1, 11, "earfingerprint"),
    Case("nosuchbin.( fakesrc ! fakesink )", .noSuchElement, 1, 1, "nosuchbin"),
    Case("queue.( fakesrc ! fakesink )", .syntax, 1, 1, "no bin"),
    Case("fakesrc num-bufers=3 ! fakesink", .noSuchProperty, 1, 9, "did you mean num-buffers?"),
    Case("fakesrc xyzzy=3 ! fakesink", .noSuchProperty, 1, 9, "gst-inspect-1.0 fakesrc"),
    Case("fakesrc name=a num-buffers=1 name=b", .badValue, 1, 30, "name of fakesrc is given twice"),
    Case("fakesrc a::b=3 ! fakesink", .noSuchProperty, 1, 9, "a::b"),
    Case("bin.( nam=b fakesrc ! fakesink )", .noSuchProperty, 1, 7, "did you mean name?"),
    Case("fakesrc num-buffers=abc ! fakesink", .badValue, 1, 21, "whole number", "default -1", "\"abc\""),
    Case("fakesrc num-buffers=3) ! fakesink", .badValue, 1, 21, "\"3)\""),
    Case("fakesrc num-buffers=1.5 ! fakesink", .badValue, 1, 21),
    Case("fakesrc num-buffers=99999999999 ! fakesink", .badValue, 1, 21),
    Case("fakesrc num-buffers = \"-2\" ! fakesink", .badValue, 1, 23, "-1 to 2147483647"),
    Case("earfingerprint interval=-5", .badValue, 1, 25, "from 250000000 to 10000000000", "default 1000000000"),
    Case("earfingerprint speed-range=7", .badValue, 1, 28, "a number from"),
    Case("volume volume=loud", .badValue, 1, 15, "a number from 0 to 10 (default 1)"),
    Case("audiotestsrc wave=squre", .badValue, 1, 19, "one of sine, square", "(default sine)"),
    Case("audiotestsrc wave=99", .badValue, 1, 19, "one of"),
    Case("playbin flags=audio+sound", .badValue, 1, 15, "any of", "joined by +"),
    Case("audiotestsrc is-live=perhaps", .badValue, 1, 22, "true or false (default false)"),
    Case("capsfilter caps=audio/x-raw,rate=", .badValue, 1, 17, "caps"),
    Case("videorate max-duplication-time=1 in=2", .badValue, 1, 34, "read only"),
    Case("earrecognizerx dropped=1", .noSuchElement, 1, 1),
    Case("fakesrc ! audio/x-raw,rate= ! fakesink", .syntax, 1, 11, "no caps"),
    Case("fakesrc ! audio/x-raw,rate=[ 8000 , 8000 ] ! fakesink", .syntax, 1, 11, "no caps"),
    Case("capsfilter caps=audio/x-raw,rate=(int)[2,1]", .badValue, 1, 17, "caps"),
    Case("identity name=x ! identity name=x", .duplicateName, 1, 28, "name x", "1:1"),
    Case("tee name=team tea. ! fakesink", .noSuchName, 1, 15, "did you mean team?"),
    Case("tee ! fakesink tee1. ! fakesink", .noSuchName, 1, 16, "did you mean tee0?"),
    Case("fakesrc ! nope.sink", .noSuchName, 1, 11, "no element has the name nope"),
    Case("audiotestsrc ! fakesink\nfakesrc ! fakesink name=a\nfakesrc ! a.", .link, 3, 9, "fakesrc"),
    Case("audiotestsrc !\n video/x-raw ! fakesink", .link, 1, 14, "audiotestsrc", "video/x-raw"),
    Case("audiotestsrc ! identity ! videoconvert ! fakesink", .link, 1, 25, "identity"),
    Case("audiotestsrc !\n videoconvert ! fakesink", .link, 1, 14, "could not link audiotestsrc to videoconvert"),
    Case("fakesink ! fakesink", .link, 1, 10, "fakesink"),
    Case("nosuchscheme://a ! fakesink", .noSuchElement, 0, 0, "nosuchscheme://a"),
  ]

  @Test(arguments: cases) func isSaidWithItsPlace(_ wanted: Case) throws {
    let description = try PipelineDescription.text(wanted.text, name: "t.gst")
    let error = #expect(throws: DescriptionError.self) { try description.makePipeline() }
    guard let error else { return }
    #expect(error.code == wanted.code, "\(error)")
    #expect((error.line ?? 0) == wanted.line && (error.column ?? 0) == wanted.column, "\(error)")
    for word in wanted.words { #expect(error.message.contains(word), "\(error)") }
    #expect(!error.message.hasSuffix(".") && !error.message.contains("earmark-element"), "\(error)")
  }

  @Test func allThatIsMissingIsListed() throws {
    let description = try PipelineDescription.text("nope1 ! identity ! nope2 ! nope1")
    let error = #expect(throws: DescriptionError.self) { try description.makePipeline() }
    #expect(error?.missingElements == ["nope1", "nope2"])
  }

  @Test func aNameMayBeUsedAgainInAnotherBin() throws {
    let pipeline = try PipelineDescription.text(
      "( name=a identity name=x ! identity ) ! fakesink ( name=b identity name=x ! fakesink )"
    ).makePipeline()
    #expect(pipeline.elements.filter { $0.name == "x" }.count == 2)
  }
}
