import GStreamerKit

/// Looks at the elements of a description before GStreamer makes them, since its parser knows no places and lets values
/// out of range pass with a warning.
struct DescriptionCheck {
  private let description: PipelineDescription
  private var tokens: [DescriptionToken] { description.tokens }
  private var graph: DescriptionGraph { description.graph }

  init(_ description: PipelineDescription) { self.description = description }

  func run() throws(DescriptionError) {
    var factories: [String: ElementFactory] = [:]
    for element in graph.elements {
      let factory: ElementFactory
      if let known = factories[element.factory] {
        factory = known
      } else {
        factory = try find(element)
        factories[element.factory] = factory
      }
      if element.isBin, !factory.isBin {
        throw error(.syntax, "\(element.factory) is no bin, so that nothing can be put into it", at: element.place)
      }
      try checkTwice(element)
      for index in element.properties { try check(tokens[index], of: factory) }
    }
    try checkCaps()
    try checkNames()
  }

  // MARK: Elements

  private func find(_ element: DescriptionGraph.Element) throws(DescriptionError) -> ElementFactory {
    if let factory = ElementFactory(named: element.factory) { return factory }
    let missing = missing()
    throw description.sources.error(
      .noSuchElement, "there is no element \(element.factory); \(ElementHint.text(for: element.factory))",
      at: element.place, missing: missing)
  }

  /// All elements that are not there, each once.
  private func missing() -> [String] {
    var names: [String] = []
    for element in graph.elements where !names.contains(element.factory) {
      if !GStreamer.hasElement(element.factory) { names.append(element.factory) }
    }
    return names
  }

  // MARK: Properties

  /// GLib refuses to make an object with a property given twice.
  private func checkTwice(_ element: DescriptionGraph.Element) throws(DescriptionError) {
    var names: Set<String> = []
    for token in element.properties.map({ tokens[$0] }) {
      if case .assignment(let name, _) = token.kind, !names.insert(name).inserted {
        throw error(.badValue, "\(name) of \(element.factory) is given twice", at: token.place)
      }
    }
  }

  private func check(_ token: DescriptionToken, of factory: ElementFactory) throws(DescriptionError) {
    guard case .assignment(let name, let value) = token.kind else { return }
    // Of a child, which may come later.
    if factory.isChildProxy, name.contains("::") { return }
    guard let property = factory.property(named: name) else {
      let names = factory.properties.filter(\.isWritable).map(\.name)
      let hint = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
      let way = hint.isEmpty ? "; gst-inspect-1.0 \(factory.name) lists those it has" : hint
      throw error(.noSuchProperty, "\(factory.name) has no property \(name)\(way)", at: token.place)
    }
    guard property.isWritable else {
      throw error(.badValue, "\(name) of \(factory.name) can be read only", at: token.place)
    }
    let isRead = property.kind != .other(type: "GstCaps") || !isOdd(value.text)
    guard !isRead || !property.accepts(value.propertyText) else { return }
    let shown = value.text.count > 60 ? "\(value.text.prefix(60))…" : value.text
    let initial = property.defaultText.map { " (default \($0.isEmpty ? "\"\"" : $0))" } ?? ""
    throw error(
      .badValue, "\(name) of \(factory.name) takes \(property.expectation)\(initial), not \"\(shown)\"",
      at: token.valuePlace ?? token.place)
  }

  private func checkCaps() throws(DescriptionError) {
    for token in tokens {
      guard case .caps(let text) = token.kind, isOdd(text) || Caps(text) == nil else { continue }
      throw error(
        .syntax, "these are no caps: \(text); they are written as in audio/x-raw,rate=[8000,48000],channels=1",
        at: token.place)
    }
  }

  /// Whether there is in caps what GStreamer takes for an error of the program: a media type that does not begin with a
  /// letter, a range that does not go upwards.
  private func isOdd(_ text: String) -> Bool {
    let isNamed = text.split(separator: ";").allSatisfy { part in
      part.first { !$0.isWhitespace }.map { $0.isASCII && $0.isLetter } ?? true
    }
    if !isNamed { return true }
    return text.split(separator: "[").dropFirst().contains { rest in
      let bounds = rest.prefix { $0 != "]" }.split(separator: ",").map { bound in
        Double(bound.filter { !$0.isWhitespace })
      }
      guard bounds.count > 1, let low = bounds[0], let high = bounds[1] else { return false }
      return low >= high
    }
  }

  // MARK: Names

  private func checkNames() throws(DescriptionError) {
    struct Key: Hashable {
      let bin: Int?
      let name: String
    }
    var first: [Key: DescriptionGraph.Element] = [:]
    for element in graph.elements {
      guard let name = element.name else { continue }
      if let other = first.updateValue(element, forKey: Key(bin: element.bin, name: name)) {
        let before = description.sources.error(.duplicateName, "", at: other.place)
        let place = [before.line, before.column].compactMap { $0.map(String.init) }.joined(separator: ":")
        throw error(
          .duplicateName,
          "two elements have the name \(name), this \(element.factory) and the \(other.factory) at \(place)",
          at: element.properties.last { isName(tokens[$0]) }.map { tokens[$0].place } ?? element.place)
      }
    }
    let names = graph.elements.compactMap(\.name) + graph.automaticNames.values
    for reference in graph.references where !names.contains(reference.name) {
      let hint = Suggestion.nearest(to: reference.name, among: names).map { "; did you mean \($0)?" } ?? ""
      throw error(.noSuchName, "no element has the name \(reference.name)\(hint)", at: reference.place)
    }
  }

  private func isName(_ token: DescriptionToken) -> Bool {
    if case .assignment("name", _) = token.kind { true } else { false }
  }

  private func error(_ code: DescriptionError.Code, _ message: String, at place: SourceText.Place) -> DescriptionError {
    description.sources.error(code, message, at: place)
  }
}
