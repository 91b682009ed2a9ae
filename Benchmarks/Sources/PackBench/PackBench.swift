import Fingerprinting
import Foundation

/// How long packs of any size take to write, to open and to change; see Benchmarks/README.md.
@main
struct PackBench {
  static let usage = """
    usage: pack-bench grow REAL-PACK HOURS NEW-PACK PARTS
                                                        a pack of so many hours, of variations of a real one, written in
                                                        parts of which each is four times as large as the next
           pack-bench change PACK REAL-PACK             adds, replaces, removes one material, many times
           pack-bench look PACK REPEATS                 opens the pack; with REPEATS > 0 also verifies it
           pack-bench match PACK RAW REPEATS            recognises audio: 8 kHz, mono, 32-bit floats without a header
    """

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("grow", 5):
      try grow(
        arguments[1], hours: Double(arguments[2]) ?? 0, arguments[3], parts: Int(arguments[4]) ?? 1)
    case ("change", 3): try change(arguments[1], arguments[2])
    case ("look", 3): try look(arguments[1], repeats: Int(arguments[2]) ?? 0)
    case ("match", 4): try match(arguments[1], arguments[2], repeats: Int(arguments[3]) ?? 1)
    default:
      print(usage)
      exit(2)
    }
  }

  static func grow(_ real: String, hours: Double, _ path: String, parts: Int) throws {
    let pack = try Pack(path: real)
    let sources = try pack.materials.indices.map { SyntheticMaterial(of: try pack.fingerprint(at: $0)) }
    var random = SplitMix(state: 1)
    var builder = PackBuilder()
    var seconds = 0.0
    var round = 0
    var part = 1
    var isFirst = true
    func write() throws {
      let count = builder.count
      let (_, work) = try Measurement.of { try builder.write(to: path) }
      work.print(String(format: "%@ %.0f h, %d materials", isFirst ? "write" : "append up to", seconds / 3_600, count))
      isFirst = false
    }
    print("| | elapsed | CPU | written |\n|---|---|---|---|")
    while seconds < hours * 3_600 {
      for (place, source) in sources.enumerated() where seconds < hours * 3_600 {
        // The first round is the real pack.
        let fingerprint =
          round == 0
          ? try pack.fingerprint(at: place)
          : try source.variation(semitones: Double(round % 13) * 0.93 - 5.7, using: &random)
        let id = round == 0 ? pack.materials[place].id : "\(pack.materials[place].id)-\(round)"
        try builder.add(PackMaterial(id: id, title: "Variation \(round) of \(id)"), fingerprint: fingerprint)
        seconds += fingerprint.duration
        // What is left is a quarter of what was left before.
        guard part < parts, hours * 3_600 - seconds < hours * 3_600 / Double(1 << (2 * part)) else { continue }
        part += 1
        try write()
        builder = PackBuilder(contentsOf: try Pack(path: path))
      }
      round += 1
    }
    try write()
    print(Measurement.memory())
  }

  static func change(_ path: String, _ real: String) throws {
    let source = try Pack(path: real)
    // A material of about three minutes.
    let place = source.materials.indices.min {
      abs(source.materials[$0].duration - 180) < abs(source.materials[$1].duration - 180)
    }
    guard let place else { return }
    let fingerprint = try source.fingerprint(at: place)
    print("| | elapsed | CPU | written |\n|---|---|---|---|")
    func edit(_ what: String, merging: Bool = false, _ body: (inout PackBuilder) throws -> Void) throws {
      let (_, work) = try Measurement.of {
        try PackLock.withLock(path: path) {
          var builder = PackBuilder(contentsOf: try Pack(path: path))
          try body(&builder)
          try builder.write(to: path, merging: merging)
        }
      }
      let usage = try Pack(path: path).usage
      work.print("\(what) → \(usage.segments) segments")
    }
    for number in 1...12 {
      try edit("add one of \(Int(fingerprint.duration)) s") {
        try $0.add(PackMaterial(id: "added-\(number)"), fingerprint: fingerprint)
      }
    }
    try edit("replace one of them") { try $0.add(PackMaterial(id: "added-3"), fingerprint: fingerprint) }
    let first = source.materials[0].id
    try edit("set a campaign") { try $0.setCampaign(#"{"title":"x"}"#, materialID: first) }
    try edit("remove one") { $0.remove(id: first) }
    try edit("merge", merging: true) { _ in }
    print(Measurement.memory())
  }

  static func look(_ path: String, repeats: Int) throws {
    print("| | elapsed | CPU | written |\n|---|---|---|---|")
    let (pack, work) = try Measurement.of { try Pack(path: path) }
    work.print("open")
    let hours = pack.materials.reduce(0) { $0 + $1.duration } / 3_600
    print(
      String(
        format: "%d materials, %.1f h, %d segments, %.3f MB/h; ", pack.materials.count, hours, pack.usage.segments,
        Double(pack.header.fileBytes) / 1e6 / hours) + Measurement.memory())
    guard repeats > 0 else { return }
    let (_, verifying) = try Measurement.of { try pack.verify() }
    verifying.print("verify")
  }

  /// How much of a processor a stream takes, by the index, in parts of which each is on average as good as the others.
  static func match(_ path: String, _ audio: String, repeats: Int) throws {
    let pack = try Pack(path: path)
    let samples = try Data(contentsOf: URL(filePath: audio)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    print("\(pack.usage.segments) segments, \(pack.index.materialCount) materials")
    print("| | elapsed | CPU | written |\n|---|---|---|---|")
    for _ in 0..<repeats {
      var matches = 0
      let (_, work) = Measurement.of {
        let matcher = StreamMatcher(pack: pack)
        samples.withUnsafeBufferPointer { samples in
          var rest = samples[...]
          while !rest.isEmpty {
            matcher.append(UnsafeBufferPointer(rebasing: rest.prefix(800))) { _ in matches += 1 }
            rest = rest.dropFirst(800)
          }
        }
        matcher.finish { _ in matches += 1 }
      }
      let seconds = Double(samples.count) / 8_000
      work.print(
        String(
          format: "%.0f s of audio, %d statements, %.2f ms of CPU for 10 s", seconds, matches,
          work.cpu / seconds * 10_000))
    }
    print(Measurement.memory())
  }
}
