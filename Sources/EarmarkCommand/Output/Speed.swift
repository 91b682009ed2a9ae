/// How much audio was worked through, and how fast.
struct Speed: Sendable {
  /// Of audio.
  let seconds: Double
  /// Seconds that went by meanwhile.
  let elapsed: Double

  var hours: Double { seconds / 3600 }
  var hoursPerSecond: Double { elapsed > 0 ? hours / elapsed : 0 }

  /// For example `1.25 hours, 0.310 hours/s`.
  var text: String {
    "\(NumberText.fixed(hours, decimals: 2)) hours, \(NumberText.fixed(hoursPerSecond, decimals: 3)) hours/s"
  }
}
