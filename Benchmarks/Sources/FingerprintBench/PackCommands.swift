import Fingerprinting
import Foundation

/// Packs of the references.
enum PackCommands {
  /// Fingerprints the audio of a list and writes a pack.
  static func make(_ options: Options) throws {
    guard options.words.count == 2 else { throw BenchError("pack needs a list and the pack to write") }
    let made = try Parallel.map(try AudioList(path: options.words[0]).entries, jobs: options.jobs()) { entry in
      let samples = try entry.read()
      let began = CPUClock.seconds
      let fingerprinter = Fingerprinter()
      samples.withUnsafeBufferPointer { fingerprinter.append($0) }
      let fingerprint = fingerprinter.finish()
      return (entry.name, fingerprint, CPUClock.seconds - began)
    }
    var builder = PackBuilder()
    for (name, fingerprint, _) in made { try builder.add(PackMaterial(id: name), fingerprint: fingerprint) }
    let began = CPUClock.seconds
    try builder.write(to: options.words[1])
    let written = CPUClock.seconds - began
    let seconds = made.map(\.1.duration).reduce(0, +)
    let size = try FileManager.default.attributesOfItem(atPath: options.words[1])[.size] as? Int ?? 0
    try Report.print([
      "materials": Double(made.count), "hours": seconds / 3_600, "bytes": Double(size),
      "landmark_bytes": Double(made.map(\.1.peaks.count).reduce(0, +)),
      "landmarks_per_second": Double(made.map(\.1.peakCount).reduce(0, +)) / seconds,
      "extraction_cpu": made.map(\.2).reduce(0, +), "seconds": seconds, "write_cpu": written,
    ])
  }

  /// Writes a pack without the materials whose ids stand in a file, one a line.
  static func without(_ options: Options) throws {
    guard options.words.count == 3 else { throw BenchError("without needs a pack, a file of ids, the pack to write") }
    var builder = PackBuilder(contentsOf: try Pack(path: options.words[0]))
    for id in try String(contentsOfFile: options.words[1], encoding: .utf8).split(separator: "\n") {
      builder.remove(id: String(id))
    }
    try builder.write(to: options.words[2])
  }
}
