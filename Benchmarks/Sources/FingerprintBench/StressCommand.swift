import Fingerprinting
import Foundation

/// What audio costs that is made to be dear, against what music costs.
enum StressCommand {
  /// Writes rows of name, CPU ms a second of audio, CPU ms of the dearest second, statements, right ones allowed (1 or 0).
  static func run(_ options: Options) throws {
    guard options.words.count == 3 else {
      throw BenchError("stress needs a pack, a list of music and the file to write")
    }
    let pack = try Pack(path: options.words[0])
    let music = try AudioList(path: options.words[1]).entries.map { ($0.name, try $0.read()) }
    guard let first = music.first else { throw BenchError("\(options.words[1]) is empty") }
    let seconds = Int(try options.number("seconds", otherwise: 60))
    var signals = StressSignals.all(seconds: seconds)
    let loop = Array(first.1[(first.1.count / 2)...].prefix(Analysis.sampleRate))
    signals.append(
      StressSignal(name: "a second of music that is not in the pack, looped", samples: loop, repeats: seconds))
    for (name, samples) in music { signals.append(StressSignal(name: name, samples: samples, repeats: 1)) }
    let rows = signals.map { signal -> String in
      let matcher = StreamMatcher(pack: pack)
      var statements = 0
      var total = 0.0
      var dearest = 0.0
      var count = 0
      for _ in 0..<signal.repeats {
        for place in stride(from: 0, to: signal.samples.count, by: Analysis.sampleRate) {
          let began = CPUClock.seconds
          let end = min(signal.samples.count, place + Analysis.sampleRate)
          matcher.append(signal.samples[place..<end]) { _ in statements += 1 }
          let spent = CPUClock.seconds - began
          total += spent
          dearest = max(dearest, spent)
          count += 1
        }
      }
      matcher.finish { _ in statements += 1 }
      return String(
        format: "%@\t%.3f\t%.3f\t%d\n", signal.name, 1_000 * total / Double(count), 1_000 * dearest, statements)
    }
    try rows.joined().write(toFile: options.words[2], atomically: true, encoding: .utf8)
  }
}
