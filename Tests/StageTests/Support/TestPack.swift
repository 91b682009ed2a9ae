import Fingerprinting
import TestAudio

/// Packs made for tests.
enum TestPack {
  /// A pack with the materials `a`, `b`, `c`, of which `a` has a campaign, and the marker 7 `Channel 7`.
  static func write(to path: String, title: String = "Spot") throws {
    var builder = PackBuilder()
    for id in ["a", "b", "c"] {
      let material = PackMaterial(
        id: id, title: "\(title) \(id)", duration: 30,
        campaign: id == "a" ? #"{"_id":"c1","title":"Campaign of a","action_url":"https://example.com/a"}"# : nil)
      try builder.add(material, fingerprint: Fingerprinter().finish())
    }
    try builder.setMarker(PackMarker(code: 7, id: "m7", name: "Channel 7", attributes: #"{"channel":"seven"}"#))
    try builder.write(to: path)
  }
}
