import Fingerprinting
import Foundation

/// The fingerprints of the references, in a file that saves making them again.
struct Corpus {
  var ids: [String] = []
  var fingerprints: [Fingerprint] = []

  /// Reads (id, path) of the references from a manifest: rows `id … split`, the audio in `wav/ID.wav` beside it.
  static func references(manifest: String, split: String = "ref") throws -> [(id: String, path: String)] {
    let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent()
    return try String(contentsOfFile: manifest, encoding: .utf8).split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t")
      guard columns.count >= 5, columns[4] == split else { return nil }
      let kind = split == "speech" ? "speech" : "wav"
      return (String(columns[0]), folder.appendingPathComponent("\(kind)/\(columns[0]).wav").path)
    }
  }

  mutating func add(id: String, _ fingerprint: Fingerprint) {
    ids.append(id)
    fingerprints.append(fingerprint)
  }

  init() {}

  init(path: String) throws {
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let columns = line.split(separator: "\t")
      guard columns.count == 3, let duration = Double(columns[1]), let peaks = Data(base64Encoded: String(columns[2]))
      else { continue }
      add(id: String(columns[0]), try Fingerprint(duration: duration, peaks: [UInt8](peaks)))
    }
  }

  func write(to path: String) throws {
    let lines = zip(ids, fingerprints).map { "\($0)\t\($1.duration)\t\(Data($1.peaks).base64EncodedString())\n" }
    try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
  }

  var hours: Double { fingerprints.map(\.duration).reduce(0, +) / 3_600 }
  var peakBytes: Int { fingerprints.map(\.peaks.count).reduce(0, +) }
}
