import Earmark
import Fingerprinting
import Foundation
import GStreamerKit
import TestAudio
import Testing

/// A folder with a pack of the materials `one` and `two`, and recordings that are made of them.
final class Sound: Sendable {
  /// Length of a material, s.
  static let length = 12.0
  let folder: TemporaryFolder
  let pack: String

  init() throws {
    try #require(Self.isReady)
    folder = try TemporaryFolder()
    pack = try folder.write("p.earpack", Self.standard.get())
  }

  /// Sets up GStreamer, once.
  static let isReady: Bool = {
    setenv("GST_REGISTRY", Tool.registry, 1)
    setenv("G_DEBUG", "fatal-criticals", 1)
    let plugin = Plugin.describe("earrunnertest", "Elements that only tests use") {
      Plugin.register([Troublemaker.self, MarkerSpeaker.self, ClockKeeper.self], in: $0)
    }
    return GStreamer.initialize() && Plugin.registerStatic(plugin)
      && Stages.register().values.allSatisfy { $0 != .missing }
  }()

  private static let standard = Result { () -> Data in
    let folder = try TemporaryFolder()
    _ = try pack(of: ["one": 11, "two": 12], in: folder, named: "p.earpack")
    return try folder.contents("p.earpack")
  }

  /// A pack of these materials by the seeds of their tunes, and of the names of these codes.
  static func pack(
    of seeds: [String: UInt64], markers: [UInt32: String] = [:], in folder: TemporaryFolder, named name: String
  ) throws -> String {
    var builder = PackBuilder()
    for (material, seed) in seeds.sorted(by: { $0.key < $1.key }) {
      let fingerprinter = Fingerprinter()
      Tune.samples(seed: seed, seconds: length).withUnsafeBufferPointer { fingerprinter.append($0) }
      try builder.add(
        PackMaterial(
          id: material, title: "Spot \(material)", duration: length,
          campaign: #"{"_id":"c-\#(material)","title":"Campaign of \#(material)"}"#),
        fingerprint: fingerprinter.finish())
    }
    for (code, marker) in markers {
      try builder.setMarker(
        PackMarker(code: code, id: marker.lowercased(), name: marker, attributes: #"{"place":"kitchen"}"#))
    }
    try builder.write(to: folder.path(name))
    return folder.path(name)
  }

  /// Samples of material `one`, `two`, or of something unknown (nil).
  static func samples(_ material: String?, seconds: Double = length, rate: Int = 16000) -> [Float] {
    let seed: UInt64 = material == "one" ? 11 : material == "two" ? 12 : 99
    return Array(Tune.samples(seed: seed, seconds: length, rate: rate).prefix(Int(seconds * Double(rate))))
  }

  /// A recording of these one after the other.
  func recording(_ materials: String?..., name: String = "r.wav") throws -> String {
    try folder.write(name, WaveFile.bytes(materials.flatMap { Self.samples($0) }, rate: 16000))
  }

  /// Launch text of the stages behind `source`.
  func line(_ source: String) -> String {
    "\(source) ! earfingerprint name=fingerprint pack=\(pack) ! earapi name=api ! eartimelinesink name=timeline"
  }

  func description(_ source: String) throws -> PipelineDescription { try .text(line(source)) }
}
