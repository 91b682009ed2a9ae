import Foundation

@testable import Fingerprinting

/// Contents for packs.
enum PackSamples {
  static let packID = UUID(uuid: (0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255))
  static let time = Date(timeIntervalSince1970: 1_700_000_000.125)

  /// A fingerprint of a few landmarks; another seed gives another one.
  static func fingerprint(_ seed: Int, duration: Double = 3, landmarks: Int = 40) -> Fingerprint {
    var packer = PeakPacker()
    let step = max(1, Int(duration * Analysis.ticksPerSecond) / (landmarks + 1))
    for number in 0..<landmarks {
      packer.add(Landmark(tick: number * step, frequency: 130 + (number * 37 + seed * 101) % 3_800))
    }
    return Fingerprint(duration: duration, packed: packer)
  }

  /// Three materials, two markers, one campaign; every optional field is there and absent somewhere.
  static func builder() throws -> PackBuilder {
    var builder = PackBuilder()
    builder.packID = packID
    try builder.add(
      PackMaterial(
        id: "spot-1", title: "A spot", type: "spot", image: "https://example.org/1.png",
        metadata: #"{"brand":"Acme","n":[1,2.5e3,true,null]}"#, campaign: #"{"name":"Spring"}"#),
      fingerprint: fingerprint(1))
    try builder.add(PackMaterial(id: "Ünï–日本語 🎧", title: ""), fingerprint: fingerprint(2, duration: 1.5, landmarks: 17))
    try builder.add(PackMaterial(id: "silence", title: "Nothing in it"), fingerprint: fingerprint(3, landmarks: 0))
    try builder.setMarker(PackMarker(code: 16_777_215, id: "m-2", name: "Feed B"))
    try builder.setMarker(PackMarker(code: 7, id: "m-1", name: "Feed A", attributes: #"{"region":"north"}"#))
    return builder
  }

  /// The bytes of `builder()`.
  static func bytes() throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    try builder().write(to: directory.file("a.earpack"), at: time)
    return try directory.bytes("a.earpack")
  }
}
