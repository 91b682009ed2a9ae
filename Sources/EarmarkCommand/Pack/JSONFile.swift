import Foundation
import Media

/// JSON objects that are given as files.
enum JSONFile {
  /// The text of a JSON object, read from a file or, for `-`, from standard input.
  static func object(_ path: String) throws(CommandFailure) -> String {
    let data: Data
    do {
      data =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure(.input, "the JSON file \"\(path)\" cannot be read")
    }
    guard (try? JSONSerialization.jsonObject(with: data)) is [String: Any],
      let text = String(validating: data, as: UTF8.self)
    else { throw CommandFailure(.input, "\"\(path)\" holds no JSON object") }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The same JSON in one line, with sorted keys; nil when it is none.
  static func compact(_ text: String) -> String? {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed),
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// The text of a key of a JSON object.
  static func string(_ key: String, in text: String) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return object?[key] as? String
  }
}
