import Fingerprinting

extension IntakeMaterial {
  /// Adds the material, or puts it in the place of the one with its id. A campaign that was there before stays unless
  /// there is a new one.
  func add(to builder: inout PackBuilder) {
    let material = PackMaterial(
      id: source.id, title: title, type: nil, image: nil, duration: fingerprint.duration, metadata: "{}",
      campaign: source.campaign ?? builder.campaign(materialID: source.id))
    builder.add(material, fingerprint: fingerprint)
  }
}
