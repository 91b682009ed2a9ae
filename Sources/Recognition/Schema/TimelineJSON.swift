/// The one JSON schema of signals, the `timeline` property, `location` files and `--format jsonl`: one object per line,
/// keys in a fixed order, `"v":1` and `"type"` first.
///
/// The records (`ActivityRecord`, `MarkerStateRecord`, `FaultRecord`) say which keys there are.
public enum TimelineJSON {
  /// The version of the schema, `"v"`.
  public static let version = 1

  /// Nanoseconds as seconds: the shortest decimal, rounded to a millisecond. `1_500_000_000` is `1.5`.
  public static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 >= 500_000 ? 1 : 0)
    return decimal(milliseconds, places: 3, isNegative: false)
  }

  /// Signed nanoseconds as seconds.
  public static func seconds(_ nanoseconds: Int64) -> String {
    let text = seconds(nanoseconds.magnitude)
    return nanoseconds < 0 && text != "0" ? "-" + text : text
  }

  /// A number rounded to four decimals, the shortest decimal; null for NaN and infinity.
  public static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let scaled = (value * 10_000).rounded()
    // Beyond 2⁵³ a Double has no decimals.
    guard scaled.magnitude < 9_007_199_254_740_992 else { return "\(value)" }
    return decimal(UInt64(scaled.magnitude), places: 4, isNegative: scaled < 0)
  }

  /// Seconds as nanoseconds, for reading the schema; nil for what is no running time.
  static func nanoseconds(_ seconds: JSONValue?) -> UInt64? {
    guard let seconds = seconds?.doubleValue, seconds >= 0 else { return nil }
    return UInt64(exactly: (seconds * 1000).rounded()).flatMap {
      let (value, overflow) = $0.multipliedReportingOverflow(by: 1_000_000)
      return overflow ? nil : value
    }
  }

  private static func decimal(_ scaled: UInt64, places: Int, isNegative: Bool) -> String {
    var unit: UInt64 = 1
    for _ in 0..<places { unit *= 10 }
    var text = (isNegative ? "-" : "") + String(scaled / unit)
    let fraction = scaled % unit
    if fraction > 0 {
      let digits = String(fraction)
      text += "." + String(repeating: "0", count: places - digits.count) + digits
      while text.last == "0" { text.removeLast() }
    }
    return text
  }
}
