import Fingerprinting

extension IntakeMaterial {
  /// Adds the material, or puts it in the place of the one with its id.
  func add(to builder: inout PackBuilder) {
    let material = PackMaterial(
      id: source.id, title: title, type: nil, image: nil, duration: fingerprint.duration, metadata: "{}",
      campaign: source.campaign)
    builder.add(material, fingerprint: fingerprint)
  }
}
