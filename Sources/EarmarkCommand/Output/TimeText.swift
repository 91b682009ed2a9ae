/// Times as people read them.
enum TimeText {
  /// `h:mm:ss.mmm`, rounded to the millisecond; a minus sign before negative times.
  static func withMilliseconds(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "-" }
    let milliseconds = Int((abs(seconds) * 1000).rounded())
    let sign = seconds < 0 && milliseconds > 0 ? "-" : ""
    return sign + withSeconds(Double(milliseconds / 1000)) + "." + padded(milliseconds % 1000, 3)
  }

  /// `h:mm:ss`, for progress.
  static func withSeconds(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "-" }
    let whole = Int(seconds)
    return "\(whole / 3600):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2))"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
