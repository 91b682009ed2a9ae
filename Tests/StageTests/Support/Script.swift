/// Lines for `earscript`.
enum Script {
  /// The announcement of a fingerprint stage.
  static func fingerprint(pack: String = "", contract: Int = 1, generation: Int = 1) -> String {
    """
    0 sticky earmark-stage-fingerprint, contract=(int)\(contract), stage=(string)earscript, algorithm=(string)none/1, \
    details=(string)none, pack=(string)"\(pack)", pack-generation=(guint64)\(generation)
    """
  }

  static let marker = """
    0 sticky earmark-stage-marker, contract=(int)1, stage=(string)earscript, algorithm=(string)none/1, details=(string)none
    """

  /// A material heard at a time (ms), at a position (ms).
  static func material(_ id: String, at time: Int, position: Int, falseAlarms: String = "0.5", extra: String = "")
    -> String
  {
    """
    \(time) earmark-material, contract=(int)1, stage=(string)earscript, running-time=(guint64)\(time)000000, \
    stream-time=(guint64)\(time)000000, duration=(guint64)1000000000, material-id=(string)\(id), \
    position=(gint64)\(position)000000, matched-from=(guint64)\(max(0, time - 1000))000000, score=(int)50, \
    false-alarms=(double)\(falseAlarms), confidence=(double)0.6, rate=(double)1\(extra)
    """
  }

  /// A material heard every second over a range of seconds, from position 0 at its beginning; said from second `from` on.
  static func airing(_ id: String, _ seconds: ClosedRange<Int>, from first: Int = 0) -> String {
    seconds.dropFirst().filter { $0 >= first }.map { second in
      material(id, at: second * 1000, position: (second - seconds.lowerBound) * 1000)
    }.joined(separator: "\n")
  }

  static func code(_ code: Int, at time: Int, validFor: Int = 3000) -> String {
    """
    \(time) earmark-marker, contract=(int)1, stage=(string)earscript, running-time=(guint64)\(time)000000, \
    stream-time=(guint64)\(time)000000, duration=(guint64)1000000000, code=(guint64)\(code), profile=(string)inband, \
    false-alarms=(double)0.001, confidence=(double)1, valid-for=(guint64)\(validFor)000000
    """
  }
}
