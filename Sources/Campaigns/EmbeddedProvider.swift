public import Fingerprinting
public import Recognition

/// Answers from the pack itself: no server, no network.
public struct EmbeddedProvider: CampaignProvider {
  private let pack: Pack

  /// A provider for an open pack.
  public init(pack: Pack) {
    self.pack = pack
  }

  /// Names the pack.
  public var details: String { "answers from the pack \(pack.path)" }

  /// The material's metadata with its campaign; nil when the pack does not have it.
  public func payload(materialID: String) -> CampaignPayload? {
    guard let index = pack.materialIndex(id: materialID) else { return nil }
    let material = pack.materials[index]
    // The pack's own metadata come first: what a metadata text says of the same keys is no second opinion.
    var object = (try? JSONValue(parsing: material.metadata))?.objectValue ?? [:]
    object["material_id"] = .string(material.id)
    object["title"] = .string(material.title)
    if let type = material.type { object["type"] = .string(type) }
    if let image = material.image { object["image"] = .string(image) }
    object["duration"] = .number(material.duration)
    if let campaign = material.campaign.flatMap({ try? JSONValue(parsing: $0) }) { object["campaign"] = campaign }
    return CampaignPayload(json: .object(object))
  }

  /// The marker of that code as the pack names it.
  public func marker(code: UInt64) -> MarkerIdentity? {
    guard let code = UInt32(exactly: code), let marker = pack.marker(code: code) else { return nil }
    let attributes = (try? JSONValue(parsing: marker.attributes))?.objectValue ?? [:]
    return MarkerIdentity(id: marker.id, name: marker.name, attributes: attributes)
  }
}
