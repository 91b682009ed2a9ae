import Fingerprinting
import Foundation

/// Everything that is stated about the audio of a list.
enum ListenCommand {
  /// A matcher is made for each entry, as for a clip; writes rows of name, end, duration, id, position, score, false
  /// alarms, first and last evidence, rate, alternatives (id:position:score, by spaces).
  static func run(_ options: Options) throws {
    guard options.words.count == 3 else { throw BenchError("listen needs a pack, a list and the file to write") }
    let pack = try Pack(path: options.words[0])
    let entries = try AudioList(path: options.words[1]).entries
    let configuration = StreamMatcher.Configuration(
      interval: try options.number("interval", otherwise: 1), maxFalseAlarms: try options.number("limit", otherwise: 1),
      speedRange: try options.number("speeds", otherwise: 0.04))
    let heard = try Parallel.map(entries, jobs: options.jobs()) { entry in
      let samples = try entry.read()
      let began = CPUClock.seconds
      let matches = StreamMatcher(pack: pack, configuration: configuration).statements(of: samples)
      let cpu = CPUClock.seconds - began
      return (matches.map { row(entry.name, $0) }.joined(), Double(samples.count) / Double(Analysis.sampleRate), cpu)
    }
    try heard.map(\.0).joined().write(toFile: options.words[2], atomically: true, encoding: .utf8)
    try Report.print([
      "entries": Double(entries.count), "seconds": heard.map(\.1).reduce(0, +), "cpu": heard.map(\.2).reduce(0, +),
    ])
  }

  private static func row(_ name: String, _ match: Match) -> String {
    let others = match.alternatives.map { String(format: "%@:%.3f:%d", $0.materialID, $0.position, $0.score) }
    return String(
      format: "%@\t%.4f\t%.4f\t%@\t%.4f\t%d\t%.4g\t%.3f\t%.3f\t%.6f\t%@\n", name, match.end, match.duration,
      match.materialID, match.position, match.score, match.falseAlarms, match.matchedFrom, match.matchedUntil,
      match.rate,
      others.joined(separator: " "))
  }
}
