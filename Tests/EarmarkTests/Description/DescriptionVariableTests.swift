import Earmark
import GStreamerKit
import TestAudio
import Testing

/// Variables, whatever is in them.
@Suite struct DescriptionVariableTests {
  func text(_ text: String, _ variables: [String: String] = [:], environment: [String: String] = [:]) throws -> String {
    try PipelineDescription.text(text, variables: variables, environment: environment).launchText
  }

  @Test func whereValuesComeFrom() throws {
    let uses = "identity name=${A:-d}"
    #expect(try text(uses) == "identity name=d")
    #expect(try text(uses, environment: ["A": "e"]) == "identity name=e")
    #expect(try text(uses, ["A": "v"], environment: ["A": "e"]) == "identity name=v")
    #expect(try text(uses, ["A": ""]) == "identity name=d")
    #expect(try text("identity name=${A}", ["A": ""]) == "identity name=\"\"")
    #expect(try text("identity name=x${A}y${B}z", ["A": "1", "B": "2"]) == "identity name=x1y2z")
    #expect(try text("identity name=${A:-${B:-c d}}") == "identity name=\"c d\"")
    #expect(try text("identity name=${A:-a\\}b{c}}") == "identity name=\"a}b{c}\"")
    #expect(try text("identity name=${A:-}") == "identity name=\"\"")
    #expect(try text("identity name=\\${A}") == "identity name=\"${A}\"")
    #expect(try text("identity name=$A$ ! fakesink", ["A": "v"]) == "identity name=\"$A$\" ! fakesink")
    // The process's own environment.
    #expect(try PipelineDescription.text("identity name=\"${PATH}\"").launchText != "identity name=\"\"")
  }

  @Test func textWhereAnElementStands() throws {
    let uses = "${SOURCE:-audiotestsrc wave=ticks} ! fakesink"
    #expect(try text(uses) == "audiotestsrc wave=ticks ! fakesink")
    #expect(
      try text(uses, ["SOURCE": "filesrc location='a b' ! decodebin"])
        == "filesrc location=\"a b\" ! decodebin ! fakesink")
    #expect(try text("${S}!fakesink", ["S": "fakesrc"]) == "fakesrc ! fakesink")
    #expect(try text("(${S} ! fakesink)", ["S": "fakesrc"]) == "( fakesrc ! fakesink )")
    #expect(
      try text("fakesrc ! ${C} ! fakesink", ["C": "audio/x-raw,rate=1"]) == "fakesrc ! audio/x-raw,rate=1 ! fakesink")
    #expect(try text("${U} ! fakesink", ["U": "http://a/b"]) == "http://a/b ! fakesink")
    #expect(try text("${X:-${Y:-identity name=${Z:-z}}} ! fakesink") == "identity name=z ! fakesink")
    #expect(try text("fakesrc ${P}=3 ! fakesink", ["P": "num-buffers"]) == "fakesrc num-buffers=3 ! fakesink")
    #expect(try text("avdec_${C} ! ${T}.src", ["C": "mp3", "T": "t"]) == "avdec_mp3 ! t.src")
    // What is put in is not looked through for variables, and holds no comments.
    #expect(throws: DescriptionError.self) { try text("${S} ! fakesink", ["S": "${PATH}"]) }
    #expect(throws: DescriptionError.self) { try text("${S} ! fakesink", ["S": "fakesrc # a"]) }
  }

  @Test func markers() throws {
    let uses = "fakesrc ! ${MARKERS} fakesink"
    #expect(try text(uses) == "fakesrc ! fakesink")
    #expect(try text(uses, ["MARKERS": "x"], environment: ["MARKERS": "y"]) == "fakesrc ! fakesink")
    #expect(try PipelineDescription.text(uses, markers: true).launchText == "fakesrc ! earmarkerdetect ! fakesink")
  }

  /// Values that a scanner would take for syntax.
  static let hostile = [
    "a b", " a", "a ", "\"", "\"a\"", "\"a b\"", "'", "'a'", "a\"b c", "a\\", "a b\\", "\\", "\\\\", "a\\\"", "\"a\\",
    "! fakesink", "a ! b", "#", "# a", "a # b", "${PATH}", "$", "$(id)", "`id`", "a\nb", "a\n", "a\tb", "a\r\nb",
    "a\nb\\",
    "(", ")", "a)", "name=x", "=", "a=b", "é", "👩‍👩‍👧‍👦", "e\u{301}", "\u{301}", "a;b", "a|b&c>d<e", "*", "?", "~", "-x",
    "--", "a,b",
    "{a}", "}", "\\\" ! nope name=\"", "\" ! nope", "a\" b\\", "%s%n", "\u{1}\u{7F}", "http://a/b c?d=\"e\"",
  ]

  @Test(arguments: hostile) func valuesArriveAsTheyAre(_ value: String) throws {
    for use in ["${V}", "\"${V}\"", "${U:-${V}}", "\"${U:-${V}}\""] {
      let text = "filesrc name=a location=\(use) ! fakesink name=\"last one\""
      let pipeline = try PipelineDescription.text(text, variables: ["V": value], environment: [:]).makePipeline()
      #expect(pipeline.element(named: "a")?.get("location") == value, "\(use)")
      #expect(pipeline.element(named: "last one") != nil)
    }
    let inside = try PipelineDescription.text(
      "filesrc name=a location=\"x ${V} y\" ! fakesink", variables: ["V": value]
    ).makePipeline()
    #expect(inside.element(named: "a")?.get("location") == "x \(value) y")
  }

  @Test(arguments: hostile) func valuesInCapsAreOneValue(_ value: String) throws {
    let text = "fakesrc ! audio/x-raw,a=${V},b=\"<${V}>\",c=3 ! fakesink name=s"
    let description = try PipelineDescription.text(text, variables: ["V": value])
    _ = try description.makePipeline()
    let caps = try #require(
      Caps(description.launchText.split(separator: " ! ").dropFirst().first.map(String.init) ?? ""),
      "\(description.launchText)")
    #expect(caps.structure?["a"] == value || value.allSatisfy(\.isNumber))
    #expect(caps.structure?["b"] == "<\(value)>")
    #expect(caps.structure?["c"] == Int32(3))
  }
}
