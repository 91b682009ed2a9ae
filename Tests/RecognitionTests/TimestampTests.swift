import Foundation
import Testing

@testable import Recognition

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
    ("2026-03-01T09:30:00.250Z", "2026-03-01T09:30:00.250Z"),
    ("2026-03-01t09:30:00z", "2026-03-01T09:30:00.000Z"),
    ("2026-03-01 09:30:00Z", "2026-03-01T09:30:00.000Z"),
    ("2026-03-01T09:30:00.1Z", "2026-03-01T09:30:00.100Z"),
    ("2026-03-01T09:30:00.999999999999Z", "2026-03-01T09:30:00.999Z"),
    ("2026-03-01T09:30:00+02:00", "2026-03-01T07:30:00.000Z"),
    ("2026-03-01T09:30:00-05:30", "2026-03-01T15:00:00.000Z"),
    ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"),
    ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z"),
    ("2000-02-29T12:00:00Z", "2000-02-29T12:00:00.000Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ("2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.000Z"),
    ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    // Beyond the years that can be said, the nearest that can.
    ("9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59.999Z"),
    ("0000-01-01T00:00:00+23:59", "0000-01-01T00:00:00.000Z"),
  ])
  func reads(text: String, expected: String) {
    #expect(Timestamp(parsing: text)?.text == expected)
  }

  @Test(arguments: [
    "", "now", "2026", "2026-03-01", "09:30:00Z", "2026-03-01T09:30:00", "2026-03-01T09:30Z", "2026-03-01T09:30:00.Z",
    "2026-03-01T09:30:00,5Z", "2026-13-01T09:30:00Z", "2026-00-01T09:30:00Z", "2026-02-29T09:30:00Z",
    "1900-02-29T00:00:00Z",
    "2026-04-31T09:30:00Z", "2026-03-00T09:30:00Z", "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z",
    "2026-03-01T09:30:61Z",
    "2026-03-01T09:30:00+24:00", "2026-03-01T09:30:00+1:00", "2026-03-01T09:30:00+0100", "2026-03-01T09:30:00+01:60",
    "2026-03-01T09:30:00 Z", " 2026-03-01T09:30:00Z", "2026-03-01T09:30:00Z ", "2026-03-01T09:30:00Zx",
    "26-03-01T09:30:00Z",
    "-026-03-01T09:30:00Z", "2026-3-01T09:30:00Z", "2026-03-01T9:30:00Z", "2026/03/01T09:30:00Z", "20260301T093000Z",
    "2026-03-01T09:30:00UTC", "12026-03-01T09:30:00Z", "٢٠٢٦-03-01T09:30:00Z", "2026-03-01T09:30:0\u{0}Z",
    "2026-W09-7T09:30:00Z",
  ])
  func refuses(_ text: String) {
    #expect(Timestamp(parsing: text) == nil)
  }

  @Test func agreesWithFoundationSinceTheGregorianCalendar() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let milliseconds = Int64.random(in: -12_000_000_000_000...200_000_000_000_000, using: &random)
      let timestamp = Timestamp(millisecondsSinceEpoch: milliseconds)
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
      let seconds = Date(timeIntervalSince1970: (Double(milliseconds) / 1000).rounded(.down))
      #expect(timestamp.text.prefix(19) == seconds.formatted(style).prefix(19))
      #expect(Timestamp(parsing: timestamp.text) == timestamp)
    }
  }

  @Test(arguments: [Int64.min, .max])
  func extremeNumbersAreCut(milliseconds: Int64) {
    let timestamp = Timestamp(millisecondsSinceEpoch: milliseconds)
    #expect(timestamp == (milliseconds < 0 ? .earliest : .latest))
    #expect(timestamp.adding(nanoseconds: .max) >= timestamp)
    #expect(Timestamp.latest.nanoseconds(since: .earliest) == .max)
    #expect(Timestamp.earliest.nanoseconds(since: .latest) == 0)
  }

  @Test func adding() {
    #expect(Timestamp.epoch.adding(nanoseconds: 1_500_999_999).millisecondsSinceEpoch == 1500)
    #expect(Timestamp(millisecondsSinceEpoch: 1500).nanoseconds(since: .epoch) == 1_500_000_000)
  }

  @Test func codable() throws {
    let text = #"["2026-03-01T09:30:00.250Z"]"#
    let decoded = try JSONDecoder().decode([Timestamp].self, from: Data(text.utf8))
    #expect(String(decoding: try JSONEncoder().encode(decoded), as: UTF8.self) == text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Timestamp].self, from: Data(#"["x"]"#.utf8))
    }
  }
}
