/// Another reading of what was heard: another material with the same content, or the same material at another position.
public struct MaterialAlternative: Sendable, Equatable, Codable {
  /// The other material, or the same one.
  public var materialID: String
  /// Place in that material at the observation's running time, in nanoseconds.
  public var position: Int64
  /// Evidence count.
  public var score: Int

  /// An alternative with the given values.
  public init(materialID: String, position: Int64, score: Int) {
    self.materialID = materialID
    self.position = position
    self.score = score
  }
}
