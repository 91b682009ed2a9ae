import Foundation

/// Figures for the scripts that make tables of them: one line of JSON.
enum Report {
  static func print(_ figures: [String: Double]) throws {
    let data = try JSONSerialization.data(withJSONObject: figures, options: [.sortedKeys])
    Swift.print(String(decoding: data, as: UTF8.self))
  }
}
