import Fingerprinting
import Media

/// Decodes and fingerprints one file.
struct IntakeWork: Sendable {
  /// Shorter recordings hold too little to be found again.
  static let leastSeconds = 2.0

  let source: MaterialSource
  let decoder: AudioDecoder

  init(_ source: MaterialSource) {
    self.source = source
    decoder = AudioDecoder(source.input)
  }

  func run() throws(CommandFailure) -> IntakeMaterial {
    let fingerprinter = Fingerprinter()
    let audio: DecodedAudio
    do throws(DecodeError) {
      audio = try decoder.decode { fingerprinter.append($0) }
    } catch {
      throw CommandFailure(error)
    }
    let name = "\"\(source.input.name)\""
    if audio.duration < Self.leastSeconds {
      throw CommandFailure(
        .input,
        "\(name) is too short to be recognised: \(NumberText.fixed(audio.duration, decimals: 2)) seconds, of "
          + "\(Int(Self.leastSeconds)) that are needed")
    }
    let fingerprint = fingerprinter.finish()
    if fingerprint.peakCount == 0 {
      throw CommandFailure(.input, "\(name) has no sound that could be recognised; it is silent or nearly so")
    }
    let title = source.title ?? audio.title ?? source.id
    return IntakeMaterial(
      source: source, fingerprint: fingerprint, title: title, warning: audio.damage?.message)
  }
}
