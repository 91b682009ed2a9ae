import Foundation
import Testing

@testable import EarmarkCommand

@Suite struct FormatTests {
  private static let columns = [Column("id"), Column("at", alignedRight: true), Column("title")]
  private static let rows: [[Cell]] = [
    [.text("a"), .time(1.5), .text("x,\"y\"\nz")], [.text("longer"), .time(3661.0004), .none],
  ]

  private func table(_ format: OutputFormat) -> Table { Table(type: "row", columns: Self.columns, format: format) }

  @Test func textIsAligned() {
    #expect(
      table(.text).all(Self.rows) == """
        id               at  title
        a       0:00:01.500  x,"y"\\nz
        longer  1:01:01.000  -

        """)
  }

  @Test func textWithoutRowsIsEmpty() { #expect(table(.text).all([]) == "") }

  @Test func csvFollowsTheStandard() {
    #expect(table(.csv).all(Self.rows) == "id,at,title\r\na,1.5,\"x,\"\"y\"\"\nz\"\r\nlonger,3661,\r\n")
    #expect(table(.csv).all([]) == "id,at,title\r\n")
  }

  @Test func jsonLinesKeepTheOrderOfKeys() {
    #expect(
      table(.jsonl).all(Self.rows) == """
        {"v":1,"type":"row","id":"a","at":1.5,"title":"x,\\"y\\"\\nz"}
        {"v":1,"type":"row","id":"longer","at":3661,"title":null}

        """)
  }

  @Test func jsonLinesAreJSONWhateverIsInThem() throws {
    let text = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init))) + "\u{2028}🎵"
    let line = JSONText.line(type: text, [(text, .text(text)), ("n", .number(.nan, decimals: 3)), ("f", .flag(true))])
    #expect(!line.contains("\n"))
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["type"] as? String == text)
    #expect(object?[text] as? String == text)
    #expect(object?["n"] is NSNull)
  }

  @Test func aCardHasALineForEachColumn() {
    #expect(table(.text).card(Self.rows[1]) == "id     longer\nat     1:01:01.000\ntitle  -\n")
    #expect(table(.jsonl).card(Self.rows[1]).hasPrefix("{\"v\":1,\"type\":\"row\""))
  }

  @Test(arguments: [
    (0, "0:00:00.000"), (0.0004, "0:00:00.000"), (0.9996, "0:00:01.000"), (59.9995, "0:01:00.000"),
    (36000.25, "10:00:00.250"), (-1.5, "-0:00:01.500"), (-0.0001, "0:00:00.000"), (.nan, "-"), (.infinity, "-"),
    (1e300, "-"),
  ])
  func times(_ seconds: Double, _ text: String) { #expect(TimeText.withMilliseconds(seconds) == text) }

  @Test(arguments: [
    (0, 3, "0"), (1.5, 3, "1.5"), (1.0004, 3, "1"), (-0.25, 2, "-0.25"), (1e18, 3, "null"), (.nan, 3, "null"),
    (12.3456, 2, "12.35"),
  ])
  func shortNumbers(_ number: Double, _ decimals: Int, _ text: String) {
    #expect(NumberText.short(number, decimals: decimals) == text)
  }

  @Test func numbersAreFixed() {
    #expect(NumberText.fixed(1.005, decimals: 1) == "1.0")
    #expect(NumberText.fixed(0.05, decimals: 2) == "0.05")
    #expect(NumberText.fixed(-0.001, decimals: 2) == "0.00")
    #expect(NumberText.fixed(7.6, decimals: 0) == "8")
  }

  @Test(arguments: [
    ("plain Füße 名前", "plain Füße 名前"), ("a\u{1B}[31mred", "a\\x1b[31mred"), ("a\tb\r\nc", "a\\tb\\r\\nc"),
    ("\u{9B}31m", "\\x9b31m"), ("bell\u{7}", "bell\\x07"), ("del\u{7F}", "del\\x7f"), ("x\u{202E}y", "x\\u{202e}y"),
    ("\u{0}", "\\x00"),
  ])
  func controlCharactersAreSpeltOut(_ text: String, _ escaped: String) {
    #expect(TerminalText.escaped(text) == escaped)
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(TerminalText.columns("名前") == 4)
    #expect(TerminalText.columns("e\u{301}🎵") == 3)
    #expect(TerminalText.padded("名", to: 4) == "名  ")
    #expect(TerminalText.padded("toolong", to: 3) == "toolong")
  }
}
