import CGStreamer

/// Times in nanoseconds; GST_CLOCK_TIME_NONE is nil.
public enum ClockTime {
  /// Nanoseconds of a second.
  public static let second: UInt64 = 1_000_000_000
  /// The value that stands for "none" in a structure's guint64 field.
  public static let none: UInt64 = EARMARK_CLOCK_TIME_NONE.asUInt64

  /// nil for GST_CLOCK_TIME_NONE.
  public static func optional(_ time: UInt64) -> UInt64? { time == none ? nil : time }

  /// The sum of two times, at most the last one there is: what streams bring may be any number.
  public static func sum(_ time: UInt64, _ duration: UInt64) -> UInt64 {
    let (sum, overflow) = time.addingReportingOverflow(duration)
    return overflow || sum == none ? none - 1 : sum
  }

  /// Seconds, for people.
  public static func seconds(_ time: UInt64) -> Double { Double(time) / Double(second) }

  /// The time that `frames` last at `rate` per second, rounded down.
  public static func duration(frames: UInt64, rate: UInt32) -> UInt64 {
    guard rate > 0 else { return 0 }
    let (high, low) = frames.multipliedFullWidth(by: second)
    guard high < UInt64(rate) else { return none - 1 }
    return UInt64(rate).dividingFullWidth((high, low)).quotient
  }

  /// The whole frames that fit into a time at `rate` per second.
  public static func frames(in time: UInt64, rate: UInt32) -> UInt64 {
    let (high, low) = time.multipliedFullWidth(by: UInt64(rate))
    guard high < second else { return none - 1 }
    return second.dividingFullWidth((high, low)).quotient
  }
}

extension UInt {
  var asUInt64: UInt64 { UInt64(self) }
}
