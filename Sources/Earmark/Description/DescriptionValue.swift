/// The value of a property, put together from what stands in the text and what variables hold.
struct DescriptionValue: Sendable, Equatable {
  private var scalars: [Unicode.Scalar] = []
  private var beginsWithData = false
  private var endsWithData = false

  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Whether quotes at both ends are from variables, and so part of the data: GStreamer would take them off.
  var hasQuotesOfItsOwn: Bool { beginsWithData && endsWithData && scalars.first == "\"" && scalars.last == "\"" }

  /// What the text has.
  mutating func append(_ scalar: Unicode.Scalar) {
    scalars.append(scalar)
    endsWithData = false
  }

  /// What a variable holds.
  mutating func append(data: String) {
    guard !data.isEmpty else { return }
    if scalars.isEmpty { beginsWithData = true }
    scalars.append(contentsOf: data.unicodeScalars)
    endsWithData = true
  }

  /// The property's text once GStreamer's scanner is done with it. It takes a backslash before the closing quote for an
  /// escaped quote and reads on, and takes off quotes that are part of the data: in these cases the value stands in quotes
  /// of its own with every odd byte as an octal number, which come off again in a property that takes a text.
  var propertyText: String {
    guard scalars.last == "\\" || hasQuotesOfItsOwn else { return text }
    return "\"" + LaunchText.octal(text) + "\""
  }
}
