import GStreamerKit

/// The formats of a device in a few words.
enum CapsText {
  /// For example `44100 Hz, 2 channels` or `1-384000 Hz, 1-32 channels`; empty where nothing is known.
  static func summary(_ caps: Caps?) -> String {
    guard let format = caps?.structure, format.name == "audio/x-raw" else { return "" }
    var parts: [String] = []
    if let rate = format[value: "rate"].flatMap(text) { parts.append("\(rate) Hz") }
    if let channels = format[value: "channels"].flatMap(text) {
      parts.append(channels == "1" ? "1 channel" : "\(channels) channels")
    }
    return parts.joined(separator: ", ")
  }

  private static func text(_ value: Value) -> String? {
    switch value {
    case .int(let number): return "\(number)"
    case .array(let choices): return choices.compactMap(text).joined(separator: " or ")
    case .other(let range):
      // A range, in GStreamer's text form `[ 1, 384000 ]`.
      let ends = range.split { !$0.isNumber }
      return ends.count >= 2 ? "\(ends[0])-\(ends[1])" : nil
    default: return nil
    }
  }
}
