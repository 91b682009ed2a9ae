import Fingerprinting
import Foundation

/// How well and how fast fingerprints work; `Benchmarks/fingerprint-bench` runs it and makes tables of what it says.
@main
struct FingerprintBench {
  static let usage = """
    usage: fingerprint-bench pack LIST PACK [--jobs N]          fingerprint audio into a pack
           fingerprint-bench without PACK IDS OUT              the pack without some materials
           fingerprint-bench listen PACK LIST OUT [--limit 1] [--interval 1] [--speeds 0.04] [--jobs N]
                                                               everything that is stated about the audio
           fingerprint-bench chunks PACK LIST [--jobs N]       whether chunking changes anything; exit code 1 if so
           fingerprint-bench speed PACK KNOWN UNKNOWN [--rounds 3]   CPU time and memory
           fingerprint-bench stress PACK TYPICAL OUT [--seconds 60]  cost of audio that is made to be dear
    LIST: rows of name, path of a mono 16-bit WAV file at 16 kHz and, if only a part counts, start and seconds; by tabs
    """

  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst(2))
      switch CommandLine.arguments.dropFirst().first {
      case "pack": try PackCommands.make(options)
      case "without": try PackCommands.without(options)
      case "listen": try ListenCommand.run(options)
      case "chunks": try ChunksCommand.run(options)
      case "speed": try SpeedCommand.run(options)
      case "stress": try StressCommand.run(options)
      default:
        print(usage)
        exit(2)
      }
    } catch {
      FileHandle.standardError.write(Data("fingerprint-bench: \(error)\n".utf8))
      exit(1)
    }
  }
}
