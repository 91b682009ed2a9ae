import CGStreamer
import Earmark

/// Parses the arguments of one command with GLib's GOption, by the command's definition.
///
/// Options may stand before, between and after operands; `--` ends them. Values are taken as file names, that is byte
/// for byte, so that the locale never changes a name.
struct ArgumentParser {
  let command: CommandDefinition

  /// - Throws: `UsageError` for an unknown option, a missing value, or text that is not UTF-8.
  func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    let context = g_option_context_new(nil)
    defer { g_option_context_free(context) }
    g_option_context_set_help_enabled(context, 0)
    let table = OptionTable(command.allOptions)
    table.add(to: context)

    // GOption takes strings out of this vector and frees them.
    var vector: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>? = Self.vector(["earmark"] + detached(arguments))
    defer { g_strfreev(vector) }
    var error: UnsafeMutablePointer<GError>?
    guard g_option_context_parse_strv(context, &vector, &error) != 0 else {
      defer { g_clear_error(&error) }
      throw usageError(error.map { String(cString: $0.pointee.message) } ?? "the arguments cannot be understood")
    }
    return try table.collect(into: ParsedArguments(command: command))
  }

  /// The arguments with `-j4` as `-j 4`, which GOption does not know.
  private func detached(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var isValue = false
    for (index, word) in arguments.enumerated() {
      if word == "--", !isValue { return result + arguments[index...] }
      let option = isValue ? nil : valued(word)
      if let option, word.count > 2, word.first == "-", word.dropFirst().first == option.short {
        result += [String(word.prefix(2)), String(word.dropFirst(2))]
        isValue = false
      } else {
        result.append(word)
        isValue = option != nil
      }
    }
    return result
  }

  /// The option that takes the next word as its value, or has it in this one.
  private func valued(_ word: String) -> OptionDefinition? {
    guard word.hasPrefix("-"), word.count > 1 else { return nil }
    return command.allOptions.first { option in
      guard option.kind != .flag else { return false }
      return word == "--\(option.name)" || (!word.hasPrefix("--") && word.dropFirst().first == option.short)
    }
  }

  private static func vector(_ words: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>? {
    let bytes = gsize(MemoryLayout<UnsafeMutablePointer<gchar>?>.stride * (words.count + 1))
    let vector = g_malloc0(bytes)?.assumingMemoryBound(to: UnsafeMutablePointer<gchar>?.self)
    for (index, word) in words.enumerated() { vector?[index] = g_strdup(word) }
    return vector
  }

  /// GOption's words, and for an unknown option what may have been meant.
  private func usageError(_ message: String) -> UsageError {
    let unknown = "Unknown option "
    guard message.hasPrefix(unknown) else { return UsageError(message.lowercasedFirst, command: command.name) }
    let option = message.dropFirst(unknown.count).prefix { $0 != "=" }
    let names = command.allOptions.map { "--\($0.name)" }
    let hint = Suggestion.nearest(to: String(option), among: names).map { "; did you mean \($0)?" } ?? ""
    return UsageError("unknown option \(option)\(hint)", command: command.name)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
