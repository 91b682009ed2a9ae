import Fingerprinting
import Foundation

/// CPU time and memory. Figures of one run stand beside each other; the least of several rounds is the least disturbed.
enum SpeedCommand {
  static func run(_ options: Options) throws {
    guard options.words.count == 3 else {
      throw BenchError("speed needs a pack, a list of music in the pack and one of music that is not")
    }
    let pack = try Pack(path: options.words[0])
    let known = try AudioList(path: options.words[1]).entries.map { try $0.read() }
    let unknown = try AudioList(path: options.words[2]).entries.map { try $0.read() }
    let clips = known.flatMap { audio in
      stride(from: 0, to: audio.count - 80_000, by: 80_000).map { Array(audio[$0..<$0 + 80_000]) }
    }
    var least: [String: Double] = [:]
    for _ in 0..<Int(try options.number("rounds", otherwise: 3)) {
      func note(_ name: String, _ cpu: Double) { least[name] = min(least[name] ?? .infinity, cpu) }
      note("store", CPU.of(unknown) { Fingerprinter().take($0) } / length(unknown))
      let extraction = CPU.of(unknown) { StreamMatcher(pack: nil).take($0) } / length(unknown)
      note("extract", extraction)
      note("unlocked", CPU.of(unknown) { StreamMatcher(pack: pack).take($0) } / length(unknown))
      note("locked", CPU.of(known) { StreamMatcher(pack: pack).take($0) } / length(known))
      let one = StreamMatcher.Configuration(speedRange: 0)
      note(
        "unlocked_one_speed",
        CPU.of(unknown) { StreamMatcher(pack: pack, configuration: one).take($0) } / length(unknown))
      note("clip", CPU.of(clips) { StreamMatcher(pack: pack).take($0) } / Double(clips.count))
      note("clip_extraction", CPU.of(clips) { StreamMatcher(pack: nil).take($0) } / Double(clips.count))
    }
    least["stream_bytes"] = memory(pack, unknown)
    try Report.print(least)
  }

  private static func length(_ audio: [[Float]]) -> Double {
    Double(audio.map(\.count).reduce(0, +)) / Double(Analysis.sampleRate)
  }

  /// Resident bytes that a stream adds when it has heard a while: of forty together, what touches the pack's pages first
  /// left out.
  private static func memory(_ pack: Pack, _ audio: [[Float]]) -> Double {
    let samples = audio.first.map { Array($0.prefix(30 * Analysis.sampleRate)) } ?? []
    var matchers = (0..<4).map { _ in StreamMatcher(pack: pack) }
    for matcher in matchers { matcher.append(samples[...]) { _ in } }
    let before = Resident.bytes
    let more = (0..<40).map { _ in StreamMatcher(pack: pack) }
    for matcher in more { matcher.append(samples[...]) { _ in } }
    let after = Resident.bytes
    matchers += more
    return withExtendedLifetime(matchers) { Double(after - before) / Double(more.count) }
  }
}

/// CPU time of work on each of several pieces of audio.
private enum CPU {
  static func of(_ audio: [[Float]], _ body: ([Float]) -> Void) -> Double {
    let began = CPUClock.seconds
    for samples in audio { body(samples) }
    return CPUClock.seconds - began
  }
}

extension StreamMatcher {
  fileprivate func take(_ samples: [Float]) { _ = statements(of: samples) }
}

extension Fingerprinter {
  fileprivate func take(_ samples: [Float]) {
    samples.withUnsafeBufferPointer { append($0) }
    _ = finish()
  }
}
