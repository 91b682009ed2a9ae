import Fingerprinting
import Foundation

enum Commands {
  static func extract(manifest: String, to path: String) throws {
    var corpus = Corpus()
    var cpu = 0.0
    for (id, file) in try Corpus.references(manifest: manifest) {
      let audio = try WaveFile(path: file)
      let start = CPUClock.seconds
      let fingerprinter = Fingerprinter()
      audio.samples.withUnsafeBufferPointer { fingerprinter.append($0) }
      corpus.add(id: id, fingerprinter.finish())
      cpu += CPUClock.seconds - start
    }
    try corpus.write(to: path)
    let peaks = corpus.fingerprints.map(\.peakCount).reduce(0, +)
    let index = try MemoryIndex(corpus)
    let seconds = corpus.hours * 3_600
    print(
      String(
        format:
          "%d materials, %.2f h; extraction %.0f x real time; %.1f peaks/s, %.1f pairs/s; MB/h: peaks %.3f, index %.3f",
        corpus.ids.count, corpus.hours, seconds / cpu, Double(peaks) / seconds,
        Double(index.index.postingCount) / seconds, Double(corpus.peakBytes) / 1e6 / corpus.hours,
        Double(index.bytes) / 1e6 / corpus.hours))
  }

  /// Writes the strongest match of each clip: file, id or `-`, position at the clip's start, score, false alarms, first
  /// and last evidence, rate, time of the first match, alternatives (id:position at the clip's start).
  static func recognize(corpus path: String, truth: String, to results: String) throws {
    let corpus = try Corpus(path: path)
    let index = try MemoryIndex(corpus)
    var output = ""
    var cpu = 0.0
    var seconds = 0.0
    for line in try String(contentsOfFile: truth, encoding: .utf8).split(separator: "\n") {
      let file = String(line.split(separator: "\t")[0])
      let audio = try WaveFile(path: file)
      let start = CPUClock.seconds
      let matcher = StreamMatcher(
        index: index.index, materialIDs: corpus.ids, configuration: .init(maxFalseAlarms: limit))
      var best: Match?
      var first: Double?
      let take = { (match: Match) in
        if first == nil { first = match.end }
        if best.map({ match.falseAlarms <= $0.falseAlarms }) ?? true { best = match }
      }
      audio.samples.withUnsafeBufferPointer { matcher.append($0, take) }
      matcher.finish(take)
      cpu += CPUClock.seconds - start
      seconds += Double(audio.samples.count) / Double(Analysis.sampleRate)
      if let best {
        output += String(
          format: "%@\t%@\t%.4f\t%.3f\t%d\t%.3g\t%.3f\t%.3f\t%.5f\t%.2f\t%@\n", file, best.materialID,
          best.position - best.end * best.rate, -log10(best.falseAlarms), best.score, best.falseAlarms,
          best.matchedFrom, best.matchedUntil, best.rate, first ?? 0,
          best.alternatives.map { String(format: "%@:%.3f", $0.materialID, $0.position - best.end * best.rate) }
            .joined(separator: " "))
      } else {
        output += "\(file)\t-\t0\t0\n"
      }
    }
    try output.write(toFile: results, atomically: true, encoding: .utf8)
    print(String(format: "%.0f s of clips in %.2f CPU s: %.0f x real time", seconds, cpu, seconds / cpu))
  }

  /// Limit of false alarms per 1,000 h, from the environment for experiments.
  static var limit: Double { ProcessInfo.processInfo.environment["LIMIT"].flatMap(Double.init) ?? 1 }

  /// Writes the strength of every statement about audio that is not in the corpus, as ln of its false alarms.
  static func negatives(corpus path: String, manifest: String, to results: String) throws {
    let corpus = try Corpus(path: path)
    let index = try MemoryIndex(corpus)
    let matcher = StreamMatcher(
      index: index.index, materialIDs: corpus.ids, configuration: .init(maxFalseAlarms: 1e12))
    var output = ""
    var seconds = 0.0
    for split in ["neg", "speech"] {
      for (id, file) in try Corpus.references(manifest: manifest, split: split) {
        let audio = try WaveFile(path: file)
        seconds += Double(audio.samples.count) / Double(Analysis.sampleRate)
        let take = { (match: Match) in
          output += String(
            format: "%@\t%.2f\t%@\t%.3f\t%.3f\t%d\t%.3f\t%.3f\t%.4f\n", id, match.end, match.materialID, match.position,
            log(match.falseAlarms), match.score, match.matchedFrom, match.matchedUntil, match.rate)
        }
        audio.samples.withUnsafeBufferPointer { matcher.append($0, take) }
        matcher.finish(take)
        matcher.reset()
      }
    }
    try output.write(toFile: results, atomically: true, encoding: .utf8)
    print(String(format: "%.2f h", seconds / 3_600))
  }

  static func speed(corpus path: String, files: [String]) throws {
    let corpus = try Corpus(path: path)
    let index = try MemoryIndex(corpus)
    for (name, target) in [("extraction", nil), ("matching", index.index)] {
      var cpu = 0.0
      var seconds = 0.0
      for file in files {
        let audio = try WaveFile(path: file)
        seconds += Double(audio.samples.count) / Double(Analysis.sampleRate)
        let start = CPUClock.seconds
        let matcher = StreamMatcher(index: target, materialIDs: target == nil ? [] : corpus.ids)
        var matches = 0
        for chunk in stride(from: 0, to: audio.samples.count, by: 800) {
          let end = min(chunk + 800, audio.samples.count)
          audio.samples.withUnsafeBufferPointer { samples in
            matcher.append(UnsafeBufferPointer(rebasing: samples[chunk..<end])) { _ in matches += 1 }
          }
        }
        matcher.finish { _ in matches += 1 }
        cpu += CPUClock.seconds - start
      }
      print(String(format: "%@: %.0f x real time (%.0f s of audio)", name, seconds / cpu, seconds))
    }
  }
}
