extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC with milliseconds: `2026-03-01T09:30:00.250Z`.
  public var text: String {
    let (days, milliseconds) = millisecondsSinceEpoch.flooringDivision(by: 86_400_000)
    let date = Self.civil(days: days)
    let seconds = milliseconds / 1000
    return pad(date.year, 4) + "-" + pad(date.month, 2) + "-" + pad(date.day, 2) + "T" + pad(seconds / 3600, 2) + ":"
      + pad(seconds / 60 % 60, 2) + ":" + pad(seconds % 60, 2) + "." + pad(milliseconds % 1000, 3) + "Z"
  }

  /// The same as `text`.
  public var description: String { text }

  /// Reads an RFC 3339 date-time: with any number of decimals (cut to milliseconds) and any offset from UTC.
  ///
  /// `T` and `Z` may be lower case and a space may stand for `T`. A leap second (`:60`) becomes the first moment of the
  /// next minute. Nil for everything else, and for dates that do not exist.
  public init?(parsing text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2),
      scanner.take("-"), let day = scanner.number(digits: 2), scanner.take("T", "t", " "),
      let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2),
      scanner.take(":"), let second = scanner.number(digits: 2), (1...12).contains(month),
      (1...Self.days(inMonth: month, year: year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if scanner.take(".") {
      guard let milliseconds = scanner.fraction() else { return nil }
      fraction = milliseconds
    }
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    let seconds = Self.days(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second - offset
    self.init(millisecondsSinceEpoch: seconds * 1000 + (second == 60 ? 0 : fraction))
  }

  /// The Gregorian date of a day counted from 1970-01-01, by cycles of 400 years that begin in March.
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // 719,468 days lie between 0000-03-01 and 1970-01-01; 146,097 days are 400 years.
    let (cycle, dayOfCycle) = (days + 719_468).flooringDivision(by: 146_097)
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfCycle + cycle * 400 + (civilMonth <= 2 ? 1 : 0)
    return (year, civilMonth, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// The inverse of `civil(days:)`.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (cycle, yearOfCycle) = marchYear.flooringDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
  }

  private static func days(inMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp: Codable {
  /// Reads RFC 3339 text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Timestamp(parsing: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 date-time")
    }
    self = value
  }

  /// Writes RFC 3339 text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private func pad(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Int64 {
  /// Quotient rounded down and remainder from 0 up to the divisor.
  fileprivate func flooringDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
