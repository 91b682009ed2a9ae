import Fingerprinting
import Foundation

/// How well and how fast fingerprints work; see Benchmarks/README.md.
@main
struct FingerprintBench {
  static let usage = """
    usage: fingerprint-bench extract MANIFEST CORPUS          fingerprint the references
           fingerprint-bench recognize CORPUS TRUTH RESULTS    clips through the stream matcher
           fingerprint-bench negatives CORPUS MANIFEST OUT     strongest chance lines of audio not in the corpus
           fingerprint-bench speed CORPUS WAV…                 CPU time of extraction and matching
    """

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("extract", 3): try Commands.extract(manifest: arguments[1], to: arguments[2])
    case ("recognize", 4): try Commands.recognize(corpus: arguments[1], truth: arguments[2], to: arguments[3])
    case ("negatives", 4): try Commands.negatives(corpus: arguments[1], manifest: arguments[2], to: arguments[3])
    case ("speed", 3...): try Commands.speed(corpus: arguments[1], files: Array(arguments[2...]))
    default:
      print(usage)
      exit(2)
    }
  }
}
