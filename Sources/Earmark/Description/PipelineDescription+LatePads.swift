import GStreamerKit

/// Links to elements such as `decodebin`, whose pads come and go.
extension PipelineDescription {
  /// The description as it is made into a pipeline that may be started more than once.
  ///
  /// GStreamer's parser waits for a pad of such an element only until it has linked one, so that a second start would find
  /// nothing linked. With `:` it goes on waiting. There every pad that fits is linked: in front of what would take several,
  /// and instead of caps, which stay behind with the first link, stands a `capsfilter`, which takes one at a time.
  var repeatableLaunchText: String {
    let names = graph.automaticNames
    let tokensOfNames = Dictionary(uniqueKeysWithValues: names.map { (graph.elements[$0].token, $1) })
    var words: [String] = []
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard case .link(all: false) = tokens[index].kind, let link = lateLink(at: index) else {
        words.append(tokens[index].launchText)
        if let name = tokensOfNames[index] { words.append("name=\(LaunchText.value(name))") }
        continue
      }
      words.append(":")
      if index + 2 < tokens.count, case .caps(let caps) = tokens[index + 1].kind {
        words += ["capsfilter", "caps=\(LaunchText.value(caps))", "!"]
        index += 2
      } else if factory(link.sink)?.hasPadsOnRequest != false {
        words += ["capsfilter", "!"]
      }
    }
    return words.joined(separator: " ")
  }

  /// The link at a token, if its source has no pad yet and no certain one is asked for.
  private func lateLink(at index: Int) -> DescriptionGraph.Link? {
    switch index > 0 ? tokens[index - 1].kind : .comma {
    case .pad, .reference(_, pad: .some), .comma: return nil
    default: break
    }
    let place = tokens[index].place
    guard let link = graph.links.first(where: { $0.place == place }), factory(link.source)?.hasLatePadsOnly == true
    else {
      return nil
    }
    return link
  }

  /// What an end of a link is, as far as that is known: not of bins, which are what is in them.
  private func factory(_ end: DescriptionGraph.End) -> ElementFactory? {
    let number: Int?
    switch end {
    case .element(let element): number = element
    case .reference(let name):
      let names = graph.automaticNames
      number = graph.elements.indices.first { (graph.elements[$0].name ?? names[$0]) == name }
    case .address: number = nil
    }
    guard let number, !graph.elements[number].isBin else { return nil }
    return ElementFactory(named: graph.elements[number].factory)
  }
}
