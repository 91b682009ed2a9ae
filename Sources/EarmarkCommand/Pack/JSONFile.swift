import Foundation
import Media

/// JSON objects that are given as files.
enum JSONFile {
  /// The most a pack takes, bytes.
  private static let limit = 1 << 20

  /// The text of a JSON object, read from a file or, for `-`, from standard input.
  static func object(_ path: String) throws(CommandFailure) -> String {
    let data: Data
    do {
      data = try read(path)
    } catch {
      throw CommandFailure(.input, "the JSON file \"\(path)\" cannot be read")
    }
    if data.count > limit { throw CommandFailure(.input, "\"\(path)\" is longer than the \(limit) bytes a pack takes") }
    guard (try? JSONSerialization.jsonObject(with: data)) is [String: Any],
      let text = String(validating: data, as: UTF8.self)
    else { throw CommandFailure(.input, "\"\(path)\" holds no JSON object") }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The bytes, up to one more than are allowed, whatever the length of the file.
  private static func read(_ path: String) throws -> Data {
    if path == "-" { return try FileHandle.standardInput.read(upToCount: limit + 1) ?? Data() }
    let isRegular = try URL(filePath: path).resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
    // Opening a pipe waits for its writer, a device may never end.
    guard isRegular.isRegularFile == true else { throw CocoaError(.fileReadUnknown) }
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    return try file.read(upToCount: limit + 1) ?? Data()
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
