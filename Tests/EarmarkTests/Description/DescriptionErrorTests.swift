import Earmark
import Testing

/// What is wrong is said, and where.
@Suite struct DescriptionErrorTests {
  struct Case: Sendable {
    let text: String
    let code: DescriptionError.Code
    let line, column: Int
    let words: [String]
    init(_ text: String, _ code: DescriptionError.Code, _ line: Int, _ column: Int, _ words: String...) {
      self.text = text
      self.code = code
      self.line = line
      self.column = column
      self.words = words
    }
  }

  static let cases: [Case] = [
    Case("", .empty, 1, 1, "no element"), Case(" # only this\n", .empty, 1, 1),
    Case("filesrc location=\"a", .syntax, 1, 18, "quote \""), Case("filesrc location='a", .syntax, 1, 18, "quote '"),
    Case("filesrc\n  location=${X", .syntax, 2, 12, "brace"), Case("filesrc location=${X:-a", .syntax, 1, 18, "brace"),
    Case("filesrc location=${}", .variable, 1, 18, "name"), Case("filesrc location=${1A}", .variable, 1, 18),
    Case("filesrc location=${A-b}", .variable, 1, 21, "${NAME:-default}"),
    Case("filesrc location=${NOPE}", .variable, 1, 18, "NOPE has no value", "NOPE=VALUE", "environment"),
    Case("filesrc location=${INPTU}", .variable, 1, 18, "did you mean INPUT"),
    Case("filesrc location=a${MARKERS}", .variable, 1, 19, "MARKERS"),
    Case("fakesrc ! ${MARKERS:-identity !} fakesink", .variable, 1, 11, "MARKERS"),
    Case("filesrc location= ! fakesink", .syntax, 1, 9, "value of location", "location=\"\""),
    Case("filesrc location=", .syntax, 1, 9), Case("filesrc location=\"a\"b", .syntax, 1, 21, "closing"),
    Case("fakesrc !", .syntax, 1, 9, "behind this"), Case("fakesrc ! ! fakesink", .syntax, 1, 11, "before \"!\""),
    Case("! fakesink", .syntax, 1, 1), Case("fakesrc ! fakesink )", .syntax, 1, 20, "\"(\""),
    Case("( fakesrc ! fakesink", .syntax, 1, 1, "not closed"), Case("fakesrc ! ( )", .empty, 1, 11, "bin"),
    Case("location=a", .syntax, 1, 1, "behind no element"), Case("fakesrc ! t. location=a", .syntax, 1, 14),
    Case("fakesrc ! audio/x-raw", .syntax, 1, 11, "behind the caps"),
    Case("fakesrc ! audio/x-raw !", .syntax, 1, 9, "element"),
    Case("audio/x-raw ! fakesink", .syntax, 1, 1, "between"),
    Case("fakesrc ! audio/x-raw ! audio/x-raw ! fakesink", .syntax, 1, 25, "caps follow caps"),
    Case("fakesrc ! audio/x-raw,a=\"b ! fakesink", .syntax, 1, 25, "not closed"),
    Case("fakesrc ! \"audio/x-raw ! fakesink", .syntax, 1, 11, "not closed"),
    Case("fakesrc ! \"fakesink\"", .syntax, 1, 11, "quotes"), Case("tee name=t t.", .syntax, 1, 12, "stands alone"),
    Case("fakesrc .src", .syntax, 1, 9, "pad"), Case("fakesrc ! . fakesink", .syntax, 1, 11, "dot"),
    Case("fakesrc .a , ! fakesink", .syntax, 1, 12, "comma"), Case("fakesrc ; fakesink", .syntax, 1, 9, "\";\""),
    Case("fakesrc = fakesink !#", .syntax, 1, 21, "comment"), Case("fakesrc $A ! fakesink", .syntax, 1, 9, "{NAME}"),
    Case("fakesrc !\u{A0}fakesink", .syntax, 1, 10, "U+00A0"), Case("lamemp3enc @fast", .syntax, 1, 12, "@preset"),
    Case("größe\n", .syntax, 1, 3, "\"ö\""), Case("# é👩‍👩‍👧‍👦 e\u{301}\n identity name=\"👩‍👩‍👧‍👦\" ;", .syntax, 2, 20),
    Case("fakesrc ! fakesink\r\n\r\n ;", .syntax, 3, 2), Case("fakesrc ! http://a/'b'", .syntax, 1, 11, "address"),
    Case("fakesrc ! /tmp/a", .syntax, 1, 11, "filesink location="), Case("./a ! fakesink", .syntax, 1, 1, "path"),
    Case("fakesrc ! audioconvert/x", .syntax, 1, 11, "behind the caps"),
    Case("${SOURCE} ! fakesink", .syntax, 1, 1, "not closed", "in the value of SOURCE"),
    Case("${BAD}src ! fakesink", .variable, 1, 1, "value of BAD", "\"a b\""),
    Case("${EMPTY} ! fakesink", .syntax, 1, 10, "before"),
    Case("include", .syntax, 1, 1, "file"), Case("include ''", .include, 1, 9, "empty"),
    Case("fakesrc\n! include nowhere.gst", .include, 2, 11, "nowhere.gst", "no such file"),
    Case("include /", .include, 1, 9, "directory"),
  ]

  static let variables = ["INPUT": "x", "SOURCE": "filesrc location=\"a", "BAD": "a b", "EMPTY": ""]

  @Test(arguments: cases) func isSaidWithItsPlace(_ wanted: Case) {
    let error = #expect(throws: DescriptionError.self) {
      try PipelineDescription.text(wanted.text, name: "t.gst", variables: Self.variables, environment: [:])
    }
    guard let error else { return }
    #expect(error.code == wanted.code, "\(error)")
    #expect(error.line == wanted.line && error.column == wanted.column, "\(error)")
    #expect(error.file == "t.gst" && error.description == "t.gst:\(wanted.line):\(wanted.column): \(error.message)")
    for word in wanted.words { #expect(error.message.contains(word), "\(error)") }
    #expect(!error.message.hasSuffix("."), "\(error)")
  }

  @Test func whatIsTooMuchIsRefused() {
    func code(_ text: String) -> DescriptionError.Code? {
      do throws(DescriptionError) {
        _ = try PipelineDescription.text(text, variables: ["A": String(repeating: "a", count: 1 << 17)])
        return nil
      } catch { return error.code }
    }
    #expect(code(String(repeating: "x", count: 1 << 21)) == .tooLarge)
    #expect(code("filesrc location=" + String(repeating: "${A}", count: 100)) == .tooLarge)
    #expect(code(String(repeating: "( ", count: 200_000)) == .tooLarge)
    #expect(code("filesrc location=" + String(repeating: "${X:-", count: 50_000)) != nil)
    let nested = String(repeating: "${X:-", count: 100) + "a" + String(repeating: "}", count: 100)
    #expect(code("filesrc location=" + nested) == .tooLarge)
    #expect(code(nested) == .tooLarge)
  }
}
