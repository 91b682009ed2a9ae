import GStreamerKit

/// Links to elements such as `decodebin`, whose pads come and go.
extension PipelineDescription {
  /// The description as it is made into a pipeline that may be started more than once.
  ///
  /// GStreamer's parser waits for a pad of such an element only until it has linked one, so that a second start would find
  /// nothing linked. With `:` it goes on waiting. There every pad that fits would be linked; behind a `capsfilter`, which
  /// takes one at a time, it is one as with `!`.
  var repeatableLaunchText: String {
    let names = graph.automaticNames
    let tokensOfNames = Dictionary(uniqueKeysWithValues: names.map { (graph.elements[$0].token, $1) })
    var words: [String] = []
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard case .link(all: false) = tokens[index].kind, waitsForPad(at: index) else {
        words.append(tokens[index].launchText)
        if let name = tokensOfNames[index] { words.append("name=\(LaunchText.value(name))") }
        continue
      }
      words += [":", "capsfilter"]
      if index + 2 < tokens.count, case .caps(let caps) = tokens[index + 1].kind,
        case .link = tokens[index + 2].kind
      {
        words.append("caps=\(LaunchText.value(caps))")
        index += 2
      }
      words.append("!")
    }
    return words.joined(separator: " ")
  }

  /// Whether the source of the link at a token has no pad yet, and no certain one is asked for.
  private func waitsForPad(at index: Int) -> Bool {
    switch index > 0 ? tokens[index - 1].kind : .comma {
    case .pad, .reference(_, pad: .some), .comma: return false
    default: break
    }
    let place = tokens[index].place
    guard let link = graph.links.first(where: { $0.place == place }) else { return false }
    let source: DescriptionGraph.Element? =
      switch link.source {
      case .element(let number): graph.elements[number]
      case .reference(let name):
        graph.elements.indices.first { (graph.elements[$0].name ?? graph.automaticNames[$0]) == name }.map {
          graph.elements[$0]
        }
      case .address: nil
      }
    return source.flatMap { $0.isBin ? nil : ElementFactory(named: $0.factory)?.hasLatePadsOnly } ?? false
  }
}
