/// Numbers as results print them: a point for the fraction whatever the locale.
enum NumberText {
  /// With exactly so many decimals.
  static func fixed(_ number: Double, decimals: Int) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "-" }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((abs(number) * Double(scale)).rounded())
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// With at most so many decimals, the shortest text; also valid JSON.
  static func short(_ number: Double, decimals: Int) -> String {
    var text = fixed(number, decimals: decimals)
    guard text.contains(".") else { return text == "-" ? "null" : text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
