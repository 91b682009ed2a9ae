import GStreamerKit
import Recognition

extension MaterialAlternative {
  var structure: Structure {
    var structure = Structure("alternative")
    structure["material-id"] = materialID
    structure["position"] = position
    structure["score"] = Int32(clamping: score)
    return structure
  }

  /// nil when a field is missing or mistyped: an alternative is a hint, its observation stays good without it.
  init?(_ structure: Structure) {
    guard let materialID: String = structure["material-id"], !materialID.isEmpty,
      let position: Int64 = structure["position"]
    else { return nil }
    let score: Int32 = structure["score"] ?? 0
    self.init(materialID: materialID, position: position, score: Int(score))
  }
}
