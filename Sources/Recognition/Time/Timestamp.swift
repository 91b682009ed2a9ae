import Glibc

/// A moment of wall-clock time, to the millisecond, in UTC, within the years 0000 … 9999.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// 0000-01-01T00:00:00.000Z, the earliest moment.
  public static let earliest = Timestamp(clamping: -62_167_219_200_000)
  /// 9999-12-31T23:59:59.999Z, the latest moment.
  public static let latest = Timestamp(clamping: 253_402_300_799_999)
  /// 1970-01-01T00:00:00.000Z.
  public static let epoch = Timestamp(millisecondsSinceEpoch: 0)

  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let millisecondsSinceEpoch: Int64

  /// A moment; one outside the years 0000 … 9999 becomes the nearest inside.
  public init(millisecondsSinceEpoch milliseconds: Int64) {
    self.init(clamping: min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
  }

  private init(clamping milliseconds: Int64) {
    millisecondsSinceEpoch = milliseconds
  }

  /// What the system's clock says.
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The moment so many nanoseconds later, rounded down to a millisecond.
  public func adding(nanoseconds: UInt64) -> Timestamp {
    Timestamp(millisecondsSinceEpoch: millisecondsSinceEpoch + Int64(nanoseconds / 1_000_000))
  }

  /// Nanoseconds since an earlier moment; 0 when `other` is not earlier.
  public func nanoseconds(since other: Timestamp) -> UInt64 {
    guard other < self else { return 0 }
    let (nanoseconds, overflow) = UInt64(millisecondsSinceEpoch - other.millisecondsSinceEpoch)
      .multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : nanoseconds
  }

  /// Whether one moment is earlier than another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
  }
}
