/// A resolved marker: who the code in the audio belongs to. Never the code itself.
public struct MarkerIdentity: Sendable, Equatable, Codable {
  /// Not empty in a resolved marker.
  public var id: String
  /// For people; not empty in a resolved marker.
  public var name: String
  /// Whatever the pack or server says about the marker.
  public var attributes: [String: JSONValue]

  /// An identity, resolved or not.
  public init(id: String, name: String, attributes: [String: JSONValue] = [:]) {
    self.id = id
    self.name = name
    self.attributes = attributes
  }

  /// Whether id and name are both there; others are no identity.
  public var isResolved: Bool { !id.isEmpty && !name.isEmpty }
}

extension MarkerIdentity {
  /// Reads `{"id":…,"name":…,"attributes":{…}}`; nil unless id and name are strings and neither is empty.
  public init?(json: JSONValue) {
    guard let id = json["id"]?.stringValue, let name = json["name"]?.stringValue, !id.isEmpty, !name.isEmpty else {
      return nil
    }
    self.init(id: id, name: name, attributes: json["attributes"]?.objectValue ?? [:])
  }

  /// `{"attributes":{…},"id":…,"name":…}`.
  public var json: JSONValue {
    .object(["id": .string(id), "name": .string(name), "attributes": .object(attributes)])
  }
}
