import Foundation

/// Words of a command line: `--name value` pairs and the rest in order.
struct Options {
  private(set) var words: [String] = []
  private var values: [String: String] = [:]

  init(_ arguments: some Sequence<String>) throws {
    var name: String?
    for argument in arguments {
      if let known = name {
        values[known] = argument
        name = nil
      } else if argument.hasPrefix("--") {
        name = String(argument.dropFirst(2))
      } else {
        words.append(argument)
      }
    }
    if let name { throw BenchError("--\(name) needs a value") }
  }

  func text(_ name: String) -> String? { values[name] }

  func number(_ name: String, otherwise: Double) throws -> Double {
    guard let text = values[name] else { return otherwise }
    guard let number = Double(text) else { throw BenchError("--\(name) needs a number, not \(text)") }
    return number
  }

  func jobs() throws -> Int {
    try max(1, Int(number("jobs", otherwise: Double(ProcessInfo.processInfo.activeProcessorCount))))
  }
}
