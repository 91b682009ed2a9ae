import Foundation
import Testing

@testable import Recognition

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("17", 17), ("-17", -17),
      ("1.5", 1.5), ("1e3", 1000), ("1E-2", 0.01), ("-2.5e+1", -25),
      ("9223372036854775807", 9_223_372_036_854_775_807),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", 9_223_372_036_854_775_808.0),
      ("\"\"", ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
      (#""\ud83d\ude00""#, "😀"), ("\"é😀\"", "é😀"), ("[]", []), ("[1,[2],\"x\"]", [1, [2], "x"]), ("{}", [:]),
      (" {\n\t\"a\" : 1 , \"b\":{} }\r\n", ["a": 1, "b": [:]]),
      (#"{"":null}"#, ["": nil]),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "01", "+1", "-", "1.", ".5", "1e", "1e+", "0x10", "1e999", "-1e999", "NaN",
    "Infinity",
    "\"", "\"abc", #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#, #""\ude00""#,
    "\"a\nb\"", "\"a\u{0}b\"", "'a'", "[", "]", "[1", "[1,", "[,1]", "[1 2]", "{", "}", #"{"a"}"#, #"{"a":}"#,
    #"{a:1}"#, #"{1:1}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, "1 2", "{} {}", "[] x", "// c\n1",
  ])
  func refuses(_ text: String) {
    #expect(throws: (any Error).self) { try JSONValue(parsing: text) }
  }

  @Test func refusesDeepNesting() throws {
    _ = try JSONValue(parsing: String(repeating: "[", count: 127) + String(repeating: "]", count: 127))
    for opening in ["[", "{\"a\":"] {
      #expect(throws: (any Error).self) { try JSONValue(parsing: String(repeating: opening, count: 1_000_000)) }
    }
  }

  @Test(arguments: [
    (
      JSONValue.object(["b": 1, "a": [true, nil, 1.5], "é": "x", "A": [:]]),
      #"{"A":{},"a":[true,null,1.5],"b":1,"é":"x"}"#
    ),
    (
      "quote \" back \\ slash / tab \t nul \u{0} esc \u{1B} del \u{7F}",
      #""quote \" back \\ slash / tab \t nul \u0000 esc \u001b del "# + "\u{7F}\""
    ),
    (.number(.nan), "null"), (.number(-.infinity), "null"), (.number(0.1), "0.1"), (.number(1e-7), "1e-07"),
    (.number(5), "5.0"),
  ])
  func writes(value: JSONValue, text: String) {
    #expect(value.text() == text)
  }

  @Test func whatIsWrittenReadsBack() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<500 {
      let value = random.json(depth: 4)
      #expect(try JSONValue(parsing: value.text()) == value)
    }
  }

  @Test func foundationAgrees() throws {
    var random = SeededRandom(seed: 12)
    for _ in 0..<100 {
      let value = JSONValue.array([random.json(depth: 3)])
      let text = value.text()
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
      #expect(try JSONValue(parsing: String(decoding: JSONEncoder().encode(value), as: UTF8.self)).text().count > 0)
    }
  }

  @Test func decodesFromAnyDecoder() throws {
    let text = #"{"a":[1,2.5,true,null,"x",{"b":{}}]}"#
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)).text() == text)
  }

  @Test func values() {
    let value: JSONValue = ["text": "x", "whole": 3, "broken": 2.6, "flag": true, "list": [1], "huge": 1e300]
    #expect(value["text"]?.stringValue == "x")
    #expect(value["whole"]?.doubleValue == 3)
    #expect(value["broken"]?.integerValue == 3)
    #expect(value["flag"]?.boolValue == true)
    #expect(value["list"]?.arrayValue == [1])
    #expect(value["huge"]?.integerValue == nil)
    #expect(value["absent"] == nil)
    #expect(JSONValue.array([])["x"] == nil)
    #expect(value["flag"]?.integerValue == nil)
    #expect(value["text"]?.objectValue == nil)
    #expect(value["whole"]?.stringValue == nil)
  }
}
