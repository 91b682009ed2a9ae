import Foundation
import Media

/// A file that is to become a material, and what it is to be called.
struct MaterialSource: Sendable, Equatable {
  let input: AudioInput
  let id: String
  /// As given; nil for the title in the file's tags.
  let title: String?
  /// The text of a JSON object.
  let campaign: String?
}

extension MaterialSource {
  static let id = OptionDefinition(
    "id", .value("ID"), "the id of the material, for one file only (default: the file's name without extension)")
  static let title = OptionDefinition(
    "title", .value("TITLE"), "the title, for one file only (default: the title in the file's tags, else the id)")
  static let campaign = OptionDefinition(
    "campaign", .value("JSON-FILE"), "a JSON object, what to show for the material, for one file only")

  /// The sources of a command line, without reading any file.
  /// - Parameter names: The operands after the pack.
  static func sources(_ arguments: ParsedArguments, names: some Collection<String>) throws(UsageError)
    -> [MaterialSource]
  {
    if names.count != 1 {
      for option in [id, title, campaign] where arguments.value(option) != nil {
        throw arguments.usageError("--\(option.name) is for exactly one file, not for \(names.count)")
      }
    }
    var sources: [MaterialSource] = []
    var owners: [String: String] = [:]
    for name in names {
      let input = AudioInput(name)
      guard let id = arguments.value(Self.id) ?? input.stem else {
        throw arguments.usageError("\(input.name) has no name to make an id from; give one with --id")
      }
      if id.isEmpty { throw arguments.usageError("--id takes a text that is not empty") }
      if let other = owners.updateValue(input.name, forKey: id) {
        throw arguments.usageError("\"\(other)\" and \"\(input.name)\" would both have the id \"\(id)\"")
      }
      sources.append(MaterialSource(input: input, id: id, title: arguments.value(title), campaign: nil))
    }
    return sources
  }

  func with(campaign: String?) -> MaterialSource {
    MaterialSource(input: input, id: id, title: title, campaign: campaign)
  }
}
