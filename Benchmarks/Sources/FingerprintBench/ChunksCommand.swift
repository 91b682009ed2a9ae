import Fingerprinting
import Foundation

/// Whether the chunking of the audio changes anything that is stated.
enum ChunksCommand {
  private static let fixed = [1, 7, 441, 800, 1_024, 8_000, .max / 2]

  static func run(_ options: Options) throws {
    guard options.words.count == 2 else { throw BenchError("chunks needs a pack and a list") }
    let pack = try Pack(path: options.words[0])
    let compared = try Parallel.map(try AudioList(path: options.words[1]).entries, jobs: options.jobs()) { entry in
      let samples = try entry.read()
      let configuration = StreamMatcher.Configuration(interval: 0.5, maxFalseAlarms: 1e6)
      func statements(_ chunk: () -> Int) -> [Match] {
        StreamMatcher(pack: pack, configuration: configuration).statements(of: samples, chunk: chunk)
      }
      let expected = statements { 4_096 }
      var differing = fixed.filter { size in statements { size } != expected }.map { "chunks of \($0)" }
      // 1 sample … 1 s, as often short as long.
      let isSame = statements { Int(pow(Double(Analysis.sampleRate), Double.random(in: 0...1))) } == expected
      if !isSame { differing.append("random chunks") }
      return (differing.map { "\(entry.name): \($0)" }, expected.count)
    }
    for difference in compared.flatMap(\.0) { FileHandle.standardError.write(Data("differs: \(difference)\n".utf8)) }
    try Report.print([
      "entries": Double(compared.count), "statements": Double(compared.map(\.1).reduce(0, +)),
      "chunkings": Double(fixed.count + 1), "differing": Double(compared.flatMap(\.0).count),
    ])
    if compared.contains(where: { !$0.0.isEmpty }) { exit(1) }
  }
}
