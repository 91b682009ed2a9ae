import Fingerprinting
import Foundation

/// How long packs of any size take to write, to open and to change; see Benchmarks/README.md.
@main
struct PackBench {
  static let usage = """
    usage: pack-bench grow REAL-PACK HOURS NEW-PACK     a pack of so many hours, of variations of a real one
           pack-bench change PACK REAL-PACK             adds, replaces, removes one material, many times
           pack-bench look PACK REPEATS                 opens the pack; with REPEATS > 0 also verifies it
    """

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("grow", 4): try grow(arguments[1], hours: Double(arguments[2]) ?? 0, arguments[3])
    case ("change", 3): try change(arguments[1], arguments[2])
    case ("look", 3): try look(arguments[1], repeats: Int(arguments[2]) ?? 0)
    default:
      print(usage)
      exit(2)
    }
  }

  static func grow(_ real: String, hours: Double, _ path: String) throws {
    let pack = try Pack(path: real)
    let sources = try pack.materials.indices.map { SyntheticMaterial(of: try pack.fingerprint(at: $0)) }
    var random = SplitMix(state: 1)
    var builder = PackBuilder()
    var seconds = 0.0
    var round = 0
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
      }
      round += 1
    }
    print("\(builder.count) materials; with all fingerprints in memory: \(Measurement.memory())")
    print("| | elapsed | CPU | written |\n|---|---|---|---|")
    let (_, work) = try Measurement.of { try builder.write(to: path) }
    work.print(String(format: "write %.0f h", seconds / 3_600))
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
}
