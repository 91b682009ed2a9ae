import Fingerprinting

extension IntakeMaterial {
  /// Adds the material, or gives the one with its id a new fingerprint and title. The rest of that one stays, also its
  /// campaign unless a new one is given.
  /// - Throws: `PackError` when the id, the title or the campaign is not fit for a pack.
  func add(to builder: inout PackBuilder) throws {
    var material = builder.material(id: source.id) ?? PackMaterial(id: source.id)
    material.title = title
    if let campaign = source.campaign { material.campaign = campaign }
    try builder.add(material, fingerprint: fingerprint)
  }
}
