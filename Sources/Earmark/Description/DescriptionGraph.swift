/// What a description says: elements, in which bins, with which properties, and what is linked to what.
struct DescriptionGraph: Sendable {
  /// An element, or a bin with all that is in it.
  struct Element: Sendable {
    let factory: String
    let place: SourceText.Place
    /// Of its name among the tokens; that of the opening parenthesis for a bin.
    let token: Int
    /// The bin it is in; nil for the pipeline itself.
    let bin: Int?
    let isBin: Bool
    /// Tokens of its properties and presets.
    var properties: [Int] = []
    var name: String?
  }

  /// One side of a link.
  enum End: Sendable, Equatable {
    case element(Int)
    case reference(String)
    case address
  }

  struct Link: Sendable {
    let source: End
    let sink: End
    /// Of the `!`.
    let place: SourceText.Place
  }

  /// The use of an element's name.
  struct Reference: Sendable {
    let name: String
    let place: SourceText.Place
  }

  var elements: [Element] = []
  var links: [Link] = []
  var references: [Reference] = []

  /// Names like `tee0` that are used and that nobody gave, by the number of the element. GStreamer counts the elements of a
  /// kind over the whole life of a process; here they are counted within the description, as gst-launch-1.0 has it.
  var automaticNames: [Int: String] {
    let given = Set(elements.compactMap(\.name))
    let stems = Set(
      references.filter { !given.contains($0.name) }.map { reference in
        String(reference.name.reversed().drop { ("0"..."9").contains($0) }.reversed())
      })
    var names: [Int: String] = [:]
    var counts: [String: Int] = [:]
    for (number, element) in elements.enumerated() where element.name == nil && stems.contains(element.factory) {
      let count = counts[element.factory, default: 0]
      names[number] = "\(element.factory)\(count)"
      counts[element.factory] = count + 1
    }
    return names
  }
}
