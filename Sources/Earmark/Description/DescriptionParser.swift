/// Finds the graph in the tokens of a description, by the grammar of docs/pipeline-files.md.
struct DescriptionParser {
  /// How deep bins may be nested.
  static let depthLimit = 64

  private typealias End = DescriptionGraph.End
  /// A stretch of linked elements, of which the first and the last can be linked on.
  private struct Chain {
    var first: End?
    var last: End?
  }

  private let tokens: [DescriptionToken]
  private let sources: [SourceText]
  private var index = 0
  private var depth = 0
  private var bin: Int?
  private var graph = DescriptionGraph()

  init(_ tokens: [DescriptionToken], sources: [SourceText]) {
    self.tokens = tokens
    self.sources = sources
  }

  /// - Throws: what is wrong with the order of the tokens.
  mutating func parse() throws(DescriptionError) -> DescriptionGraph {
    guard !tokens.isEmpty else {
      throw sources.error(.empty, "there is no element in it", at: SourceText.Place(source: 0, offset: 0))
    }
    _ = try chains()
    if let token = peek { throw error(.syntax, "there is no \"(\" for this \")\"", at: token.place) }
    return graph
  }

  // MARK: Grammar

  /// chains = { chain }, up to a closing parenthesis or the end.
  private mutating func chains() throws(DescriptionError) -> Chain {
    var whole = Chain()
    var isFirst = true
    while let token = peek, token.kind != .close {
      let chain = try chain()
      if isFirst { whole.first = chain.first }
      isFirst = false
      whole.last = chain.last
    }
    return whole
  }

  /// chain = (element | bin | reference | address) [pads] { link [pads] (element | bin) [pads] }
  /// [ link (reference | address) ]
  private mutating func chain() throws(DescriptionError) -> Chain {
    guard let start = peek else { return Chain() }
    var chain: Chain
    var loosePads: SourceText.Place?
    switch start.kind {
    case .reference:
      let reference = try reference()
      guard case .link? = peek?.kind else {
        throw error(.syntax, "\(start.shown) stands alone; \"!\" is expected before or behind it", at: start.place)
      }
      chain = Chain(first: nil, last: reference)
    case .address:
      index += 1
      chain = Chain(first: nil, last: .address)
    default:
      chain = try elementary()
      loosePads = try pads()
    }
    while case .link? = peek?.kind {
      loosePads = nil
      let link = tokens[index]
      try skipLink()
      let place = link.place
      switch peek?.kind {
      case .reference:
        let sink = try reference() ?? .address
        graph.links.append(.init(source: chain.last ?? .address, sink: sink, place: place))
        chain.last = nil
        return chain
      case .address:
        index += 1
        graph.links.append(.init(source: chain.last ?? .address, sink: .address, place: place))
        chain.last = nil
        return chain
      case nil, .close:
        throw error(.syntax, "an element is expected behind this \"!\"", at: place)
      default:
        _ = try pads()
        let next = try elementary()
        graph.links.append(.init(source: chain.last ?? .address, sink: next.first ?? .address, place: place))
        chain.last = next.last
        loosePads = try pads()
      }
    }
    if let loosePads { throw error(.syntax, "\"!\" is expected behind the name of a pad", at: loosePads) }
    return chain
  }

  /// link = ("!" | ":") [ caps ("!" | ":") ]
  private mutating func skipLink() throws(DescriptionError) {
    index += 1
    guard let token = peek, case .caps = token.kind else { return }
    index += 1
    guard case .link? = peek?.kind else {
      throw error(.syntax, "\"!\" and an element are expected behind the caps", at: token.place)
    }
    index += 1
    if let more = peek, case .caps = more.kind {
      throw error(.syntax, "caps follow caps; write them as one, separated by commas", at: more.place)
    }
  }

  private mutating func elementary() throws(DescriptionError) -> Chain {
    guard let token = peek else { return Chain() }
    switch token.kind {
    case .element(let factory):
      graph.elements.append(
        .init(factory: factory, place: token.place, token: index, bin: bin, isBin: false))
      let number = graph.elements.count - 1
      index += 1
      try properties(of: number)
      return Chain(first: .element(number), last: .element(number))
    case .open(let factory): return try bin(factory, token)
    case .assignment(let name, _):
      throw error(.syntax, "the property \(name) stands behind no element", at: token.place)
    case .preset: throw error(.syntax, "the preset stands behind no element", at: token.place)
    case .caps:
      throw error(.syntax, "caps can stand between two \"!\" only, as in a ! audio/x-raw ! b", at: token.place)
    case .pad: throw error(.syntax, "the name of a pad stands beside no element", at: token.place)
    case .comma, .link, .close: throw error(.syntax, "an element is expected before \(token.shown)", at: token.place)
    case .reference, .address:
      throw error(.syntax, "\(token.shown) can stand at the beginning or the end of a chain only", at: token.place)
    }
  }

  /// bin = ("(" | NAME ".(") { property } chains ")"
  private mutating func bin(_ factory: String, _ token: DescriptionToken) throws(DescriptionError) -> Chain {
    graph.elements.append(.init(factory: factory, place: token.place, token: index, bin: bin, isBin: true))
    let outer = bin
    bin = graph.elements.count - 1
    depth += 1
    if depth > Self.depthLimit {
      throw error(.tooLarge, "bins are nested deeper than \(Self.depthLimit)", at: token.place)
    }
    index += 1
    try properties(of: graph.elements.count - 1)
    if peek?.kind == .close { throw error(.empty, "there is no element in this bin", at: token.place) }
    let chain = try chains()
    guard peek?.kind == .close else { throw error(.syntax, "this \"(\" is not closed", at: token.place) }
    index += 1
    depth -= 1
    bin = outer
    return chain
  }

  private mutating func properties(of number: Int) throws(DescriptionError) {
    while let token = peek {
      switch token.kind {
      case .assignment(let name, let value):
        if name == "name" { graph.elements[number].name = value.text }
      case .preset: break
      default: return
      }
      graph.elements[number].properties.append(index)
      index += 1
    }
  }

  /// pads = "." NAME { "," NAME }; returns where they stand.
  private mutating func pads() throws(DescriptionError) -> SourceText.Place? {
    guard let token = peek, case .pad = token.kind else { return nil }
    index += 1
    try morePads()
    return token.place
  }

  private mutating func morePads() throws(DescriptionError) {
    while let comma = peek, comma.kind == .comma {
      index += 1
      guard case .element? = peek?.kind else {
        throw error(.syntax, "the name of a pad is expected behind the comma", at: comma.place)
      }
      index += 1
    }
  }

  private mutating func reference() throws(DescriptionError) -> End? {
    guard let token = peek, case .reference(let name, _) = token.kind else { return nil }
    index += 1
    try morePads()
    graph.references.append(.init(name: name, place: token.place))
    return .reference(name)
  }

  // MARK: Tokens

  private var peek: DescriptionToken? { index < tokens.count ? tokens[index] : nil }

  private func error(_ code: DescriptionError.Code, _ message: String, at place: SourceText.Place) -> DescriptionError {
    sources.error(code, message, at: place)
  }
}
