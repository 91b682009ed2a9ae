import Fingerprinting
import Foundation
import TestAudio

/// Audio whose every second is known, and a pack of what is in it.
enum Broadcast {
  /// Length of each of the materials `one`, `two` and `three`, s.
  static let length = 12.0
  /// Samples per second of the files made here.
  static let rate = 16000

  /// Part of a material, s; `nil` is something that is in no pack.
  struct Part {
    var material: String?
    var from = 0.0
    var until = length
    var duration: Double { until - from }
  }

  static func seed(_ material: String) -> UInt64 {
    switch material {
    case "one": 11
    case "two": 12
    default: 13
    }
  }

  static func samples(_ parts: [Part], rate: Int = rate) -> [Float] {
    parts.flatMap { part in
      let whole = Tune.samples(seed: part.material.map(seed) ?? 99, seconds: length, rate: rate)
      return Array(whole[Int(part.from * Double(rate))..<Int(part.until * Double(rate))])
    }
  }

  /// A pack of `materials` and the marker 7, `Seven`.
  static func pack(_ materials: [String] = ["one", "two", "three"]) throws -> Data {
    let folder = try TemporaryFolder()
    var builder = PackBuilder()
    for material in materials {
      let fingerprinter = Fingerprinter()
      Tune.samples(seed: seed(material), seconds: length).withUnsafeBufferPointer { fingerprinter.append($0) }
      try builder.add(
        PackMaterial(
          id: material, title: "Spot \(material)", duration: length,
          campaign: #"{"_id":"c-\#(material)","title":"Campaign of \#(material)"}"#),
        fingerprint: fingerprinter.finish())
    }
    try builder.setMarker(PackMarker(code: 7, id: "seven", name: "Seven"))
    try builder.write(to: folder.path("p.earpack"))
    return try folder.contents("p.earpack")
  }

  /// The pack of all three, made once.
  static let standard = Result { try pack() }

  /// Writes `p.earpack` and returns its path.
  static func writePack(to folder: TemporaryFolder) throws -> String {
    try folder.write("p.earpack", standard.get())
  }

  /// Writes a wav file of these parts and returns its path.
  static func write(_ parts: [Part], to folder: TemporaryFolder, name: String = "b.wav", rate: Int = rate) throws
    -> String
  {
    try folder.write(name, WaveFile.bytes(samples(parts, rate: rate), rate: rate))
  }
}
