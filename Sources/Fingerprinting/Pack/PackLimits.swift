/// What fits into a pack. They keep every field of the format from overflowing and bound what a crafted file can make a
/// reader allocate.
enum PackLimits {
  static let materials = 1 << 20
  static let markers = 1 << 20
  static let sections = 1024
  /// Numbers of segments, so that there is always a next one.
  static let segmentNumber = UInt32.max - 1
  static let idBytes = 255
  static let textBytes = 65_535
  static let jsonBytes = 1 << 20
  static let recordBytes = 4096
  /// All sections that are read at open, together.
  static let tableBytes = 1 << 30
  static let parameterBytes = 1 << 16
  static let markerCode: UInt32 = (1 << 24) - 1
  /// Seconds; in nanoseconds it is far from the ends of Int64.
  static let duration = Fingerprint.longestDuration

  /// What is wrong with a material's fields, nil when nothing is.
  static func problem(with material: PackMaterial) -> String? {
    problem(withID: material.id) ?? problem(withText: material.title, "title")
      ?? material.type.flatMap { problem(withText: $0, "type") }
      ?? material.image.flatMap { problem(withText: $0, "image") }
      ?? problem(withDuration: material.duration)
      ?? problem(withJSON: material.metadata, "metadata")
      ?? material.campaign.flatMap { problem(withJSON: $0, "campaign") }
  }

  /// What is wrong with a marker's fields, nil when nothing is.
  static func problem(with marker: PackMarker) -> String? {
    guard (1...markerCode).contains(marker.code) else { return "a marker code must be 1…\(markerCode)" }
    if marker.id.isEmpty { return "a marker id must not be empty" }
    if marker.name.isEmpty { return "a marker name must not be empty" }
    return problem(withText: marker.id, "marker id") ?? problem(withText: marker.name, "marker name")
      ?? problem(withJSON: marker.attributes, "marker attributes")
  }

  static func problem(withID id: String) -> String? {
    if id.isEmpty { return "a material id must not be empty" }
    if id.utf8.count > idBytes { return "a material id must not be longer than \(idBytes) bytes" }
    let isControl = { (scalar: Unicode.Scalar) in
      switch scalar.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
      default: false
      }
    }
    return id.unicodeScalars.contains(where: isControl) ? "a material id must not have control characters" : nil
  }

  static func problem(withText text: String, _ name: String) -> String? {
    if text.utf8.count > textBytes { return "the \(name) must not be longer than \(textBytes) bytes" }
    return text.utf8.contains(0) ? "the \(name) must not have NUL characters" : nil
  }

  static func problem(withDuration duration: Double) -> String? {
    // Written so that a NaN does not pass.
    duration >= 0 && duration <= Self.duration ? nil : "the duration must be 0…\(Int(Self.duration)) seconds"
  }

  static func problem(withJSON text: String, _ name: String) -> String? {
    if text.utf8.count > jsonBytes { return "the \(name) must not be longer than \(jsonBytes) bytes" }
    return JSONSyntax.isObject(text) ? nil : "the \(name) must be the text of one JSON object"
  }
}
