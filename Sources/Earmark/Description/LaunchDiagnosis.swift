import GStreamerKit

/// Finds the place of what GStreamer's parser says of a description.
struct LaunchDiagnosis {
  private let description: PipelineDescription
  private var graph: DescriptionGraph { description.graph }

  private let automatic: [Int: String]

  init(_ description: PipelineDescription) {
    self.description = description
    automatic = description.graph.automaticNames
  }

  func error(for error: PipelineError) -> DescriptionError {
    let named = namedError() ?? error
    let message = readable(named.message)
    if let place = place(in: named.message) {
      return description.sources.error(code(error), message, at: place, missing: error.missingElements)
    }
    return DescriptionError(code(error), message, file: description.name, missingElements: error.missingElements)
  }

  private func code(_ error: PipelineError) -> DescriptionError.Code {
    switch error.code {
    case .syntax: .syntax
    case .noSuchElement: .noSuchElement
    case .noSuchProperty: .noSuchProperty
    case .invalidProperty: .badValue
    case .cannotLink: .link
    case .empty: .empty
    default: .other
    }
  }

  // MARK: Names

  /// The name an element has in the description that is parsed once more: its own, or one by its number.
  private func name(of number: Int) -> String {
    graph.elements[number].name ?? automatic[number] ?? "\(Self.prefix)\(number)x"
  }
  private static let prefix = "earmark-element-"

  /// What GStreamer says of the same description with a name for every element, so that it can be told which it means.
  private func namedError() -> PipelineError? {
    let nameless = graph.elements.indices.filter { graph.elements[$0].name == nil }
    let naming = Dictionary(uniqueKeysWithValues: nameless.map { ($0, name(of: $0)) })
    do throws(PipelineError) {
      _ = try Pipeline(description.words(naming: naming).joined(separator: " "))
      return nil
    } catch { return error }
  }

  /// GStreamer's words with the elements called as they are in the description.
  private func readable(_ message: String) -> String {
    var text = message
    for (number, element) in graph.elements.enumerated() where element.name == nil && automatic[number] == nil {
      text.replace(name(of: number), with: element.factory)
    }
    while text.hasSuffix(".") { text.removeLast() }
    return text
  }

  // MARK: Places

  private func place(in message: String) -> SourceText.Place? {
    let mentioned = graph.elements.indices.filter { mentions(message, name(of: $0)) }
    let ends = mentioned.map { (DescriptionGraph.End.element($0), name(of: $0)) }
    func isMentioned(_ end: DescriptionGraph.End) -> Bool {
      ends.contains { $0.0 == end || .reference($0.1) == end }
    }
    if mentioned.count > 1, let link = graph.links.first(where: { isMentioned($0.source) && isMentioned($0.sink) }) {
      return link.place
    }
    return mentioned.first.map { graph.elements[$0].place }
  }

  /// Whether a name stands in a message as a word.
  private func mentions(_ message: String, _ name: String) -> Bool {
    guard !name.isEmpty else { return false }
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ?? false
    }
    return message.ranges(of: name).contains { range in
      let before = range.lowerBound > message.startIndex ? message[message.index(before: range.lowerBound)] : nil
      let behind = range.upperBound < message.endIndex ? message[range.upperBound] : nil
      return !isPart(before) && !isPart(behind)
    }
  }
}
