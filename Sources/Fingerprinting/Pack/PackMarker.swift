/// What a pack knows about one marker code.
public struct PackMarker: Sendable, Equatable {
  /// The code carried by the audio, 1…16,777,215 (2²⁴ − 1).
  public var code: UInt32
  /// The marker's identity, non-empty; several codes may share one.
  public var id: String
  /// The marker's name for people, non-empty.
  public var name: String
  /// The text of one JSON object, `{}` when there is nothing; at most 1 MiB.
  public var attributes: String

  /// Describes a marker.
  public init(code: UInt32, id: String, name: String, attributes: String = "{}") {
    self.code = code
    self.id = id
    self.name = name
    self.attributes = attributes
  }
}
