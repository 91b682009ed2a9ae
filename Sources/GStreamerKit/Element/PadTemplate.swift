/// An always-present pad of an element and the caps it takes.
public struct PadTemplate: Sendable {
  enum Direction { case sink, source }
  let direction: Direction
  let name: String
  let caps: String

  /// The pad that data comes in by.
  public static func sink(_ caps: String, name: String = "sink") -> PadTemplate {
    PadTemplate(direction: .sink, name: name, caps: caps)
  }
  /// The pad that data goes out by.
  public static func source(_ caps: String, name: String = "src") -> PadTemplate {
    PadTemplate(direction: .source, name: name, caps: caps)
  }
}
