import Foundation
import Media
import Synchronization
import TestAudio
import Testing

/// Decodes real files; what they hold is made by the tests themselves.
@Suite(.serialized) struct AudioDecoderTests {
  private let folder: TemporaryFolder

  init() throws {
    setenv("GST_REGISTRY", Tool.registry, 1)
    folder = try TemporaryFolder()
  }

  private func decode(_ input: AudioInput, timeout: Double = 30) throws(DecodeError) -> ([Float], DecodedAudio) {
    var samples: [Float] = []
    let audio = try AudioDecoder(input, stallTimeout: timeout).decode { samples.append(contentsOf: $0) }
    return (samples, audio)
  }

  private func decode(file: String) throws(DecodeError) -> ([Float], DecodedAudio) { try decode(.file(file)) }

  private func code(_ path: String) -> DecodeError.Code? {
    do throws(DecodeError) {
      _ = try decode(AudioInput(path))
      return nil
    } catch {
      #expect(error.message.contains(AudioInput(path).name), "\(error.message)")
      #expect(!error.message.hasSuffix(".") && !error.message.contains("\n"), "\(error.message)")
      return error.code
    }
  }

  private func launch(_ source: String, to name: String) throws -> String {
    let path = folder.path(name)
    try Tool.launch("\(source) ! filesink location=\(path)")
    return path
  }

  private func level(_ samples: some Collection<Float>) -> Float {
    (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
  }

  // MARK: What is delivered

  @Test func samplesAtTheTargetRateComeThroughUnchanged() throws {
    let tune = Tune.samples(seed: 1, seconds: 2.5)
    let (samples, audio) = try decode(file: folder.write("a.wav", WaveFile.floatBytes(tune)))
    #expect(samples == tune)
    #expect(audio == DecodedAudio(duration: 2.5))
  }

  @Test(arguments: [(11025, 1), (44100, 2), (48000, 8), (384_000, 1)])
  func everyRateAndChannelCountIsBroughtToMono(_ rate: Int, _ channels: Int) throws {
    let tune = Tune.samples(seed: 2, seconds: 2, rate: rate)
    let (samples, audio) = try decode(file: folder.write("a.wav", WaveFile.bytes(tune, rate: rate, channels: channels)))
    #expect(abs(audio.duration - 2) < 0.001)
    #expect(samples.count == Int((audio.duration * 8000).rounded()))
    #expect(abs(level(samples) / level(tune) - 1) < 0.1)
  }

  @Test func samplesThatAreNoNumbersCountAsSilence() throws {
    var tune = Tune.samples(seed: 3, seconds: 2)
    for index in stride(from: 0, to: tune.count, by: 100) { tune[index] = [.nan, .infinity, -.infinity][index % 3] }
    let (samples, _) = try decode(file: folder.write("a.wav", WaveFile.floatBytes(tune)))
    #expect(samples.count == tune.count)
    #expect(samples.allSatisfy { $0.isFinite })
    #expect(level(samples) > 0)
  }

  @Test(arguments: [
    ("vorbisenc ! oggmux", "a.ogg"), ("opusenc ! oggmux", "a.opus"), ("flacenc", "a.flac"),
    ("lamemp3enc ! id3v2mux", "a.mp3"), ("avenc_aac ! mp4mux", "a.m4a"), ("opusenc ! matroskamux", "a.mka"),
    ("vorbisenc ! webmmux", "a.webm"),
  ])
  func usualFormatsDecode(_ encoder: String, _ name: String) throws {
    let path = try launch(
      "audiotestsrc wave=pink-noise samplesperbuffer=4800 num-buffers=40 ! audio/x-raw,rate=48000,channels=2 "
        + "! audioconvert ! \(encoder)", to: name)
    let (samples, audio) = try decode(file: path)
    #expect(abs(audio.duration - 4) < 0.1, "\(audio.duration)")
    #expect(level(samples) > 0.01)
    #expect(audio.damage == nil)
  }

  /// A form, four bytes of length, the kind; then chunks, all big-endian. 80-bit floating point gives the rate.
  @Test func appleFilesDecodeWhateverTheTiming() throws {
    func big(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    let tune = Tune.samples(seed: 1, seconds: 2).map { Int16($0 * 32000) }
    let rate: [UInt8] = [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    let common =
      Array("COMM".utf8) + big(UInt32(18)) + big(UInt16(1)) + big(UInt32(tune.count)) + big(UInt16(16)) + rate
    let sound = Array("SSND".utf8) + big(UInt32(8 + tune.count * 2)) + big(UInt64(0)) + tune.flatMap { big($0) }
    let body = Array("AIFF".utf8) + common + sound
    let path = try folder.write("a.aiff", Array("FORM".utf8) + big(UInt32(body.count)) + body)
    for _ in 0..<20 {
      do throws(DecodeError) {
        #expect(try decode(.file(path)).1.duration == 2)
      } catch {
        // Without the plugin it is a missing decoder, and never a wait.
        #expect(error.code == .missingDecoder, "\(error)")
      }
    }
  }

  @Test func theSoundOfAVideoDecodesWithoutItsPictures() throws {
    let path = folder.path("v.mkv")
    try Tool.launch(
      "matroskamux name=m ! filesink location=\(path) videotestsrc num-buffers=50 ! theoraenc ! m. "
        + "audiotestsrc num-buffers=100 ! vorbisenc ! m.")
    let (samples, _) = try decode(file: path)
    #expect(abs(samples.count - 100 * 1024 * 8000 / 44100) < 800)
  }

  @Test func theTitleIsRead() throws {
    let path = folder.path("t.mp3")
    try Tool.launch(
      "audiotestsrc num-buffers=100 ! taginject tags=title=Spring ! lamemp3enc ! id3v2mux ! filesink location=\(path)")
    #expect(try decode(file: path).1.title == "Spring")
  }

  @Test func standardInputDecodesAsWell() throws {
    let path = try folder.write("a.wav", WaveFile.bytes(Tune.samples(seed: 4, seconds: 2)))
    let descriptor = open(path, O_RDONLY)
    let saved = dup(0)
    dup2(descriptor, 0)
    close(descriptor)
    defer {
      dup2(saved, 0)
      close(saved)
    }
    #expect(try decode(.standardInput).1.duration == 2)
  }

  @Test func aNamedPipeDecodesAndIsNotWaitedForLong() throws {
    let path = folder.path("pipe")
    mkfifo(path, 0o600)
    let bytes = Data(WaveFile.bytes(Tune.samples(seed: 4, seconds: 2)))
    Thread.detachNewThread { try? bytes.write(to: URL(filePath: path), options: []) }
    #expect(try decode(file: path).1.duration == 2)
    let error = #expect(throws: DecodeError.self) { try decode(.file(path), timeout: 0.2) }
    #expect(error?.code == .stalled)
  }

  @Test func namesMayBeOdd() throws {
    for name in ["-a.wav", "a b:c.wav", "ü\"'\n.wav", "%20.wav", "x ! y.wav"] {
      let path = try folder.write(name, WaveFile.bytes(Tune.samples(seed: 5, seconds: 1)))
      #expect(try decode(file: path).1.duration == 1, "\(name)")
    }
  }

  // MARK: Bad input

  @Test func filesThatAreNotThereOrNoFiles() throws {
    #expect(code(folder.path("none.wav")) == .notFound)
    #expect(code(folder.path("none.wav") + "/x") == .notFound)
    #expect(code(folder.url.path) == .directory)
    #expect(try code(folder.write("empty.wav", [])) == .empty)
    #expect(code("/dev/null") == .empty)
    #expect(code(String(repeating: "x", count: 5000)) == .notFound)
    #expect(throws: DecodeError.self) { try decode(file: "") }
    #expect(throws: DecodeError.self) { try decode(file: "a\0b") }
  }

  @Test func filesThatAreNoMedia() throws {
    #expect(try code(folder.write("a.txt", Array("This is a text, and no sound at all.\n".utf8))) == .notMedia)
    #expect(try code(folder.write("one.mp3", [7])) == .notMedia)
    var random = SystemRandomNumberGenerator()
    _ = code(try folder.write("noise.bin", (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }))
  }

  @Test func filesWithoutSound() throws {
    let video = try launch("videotestsrc num-buffers=30 ! theoraenc ! matroskamux", to: "v.mkv")
    #expect(code(video) == .noAudio)
    #expect(try code(launch("videotestsrc num-buffers=1 ! jpegenc", to: "p.jpg")) == .noAudio)
    #expect(try code(folder.write("header.wav", WaveFile.bytes([]))) != nil)
  }

  @Test func aFileThatIsCutOffIsUsedAsFarAsItGoes() throws {
    for (encoder, name) in [("lamemp3enc ! id3v2mux", "a.mp3"), ("vorbisenc ! oggmux", "a.ogg"), ("flacenc", "a.flac")]
    {
      let path = try launch("audiotestsrc wave=pink-noise num-buffers=430 ! \(encoder)", to: name)
      let whole = try folder.contents(name)
      let cut = try folder.write("cut-" + name, whole.prefix(whole.count / 2))
      let duration = try decode(file: cut).1.duration
      #expect(duration > 3 && duration < 7, "\(name): \(duration)")
      _ = code(try folder.write("tiny-" + name, whole.prefix(600)))
      _ = path
    }
    let wave = WaveFile.bytes(Tune.samples(seed: 6, seconds: 4))
    #expect(try decode(file: folder.write("cut.wav", wave.prefix(44 + 32000))).1.duration == 2)
  }

  @Test func aFileThatIsDamagedDoesNoHarm() throws {
    for (encoder, name) in [("lamemp3enc", "a.mp3"), ("vorbisenc ! oggmux", "a.ogg"), ("flacenc", "a.flac")] {
      _ = try launch("audiotestsrc wave=pink-noise num-buffers=200 ! \(encoder)", to: name)
      var bytes = [UInt8](try folder.contents(name))
      for index in stride(from: 300, to: bytes.count, by: 997) { bytes[index] ^= 0x5A }
      _ = code(try folder.write("bad-" + name, bytes))
    }
  }

  @Test func addressesThatLeadNowhere() {
    #expect(code("http://localhost:1/a.mp3") == .network)
    #expect(code("nosuchscheme://a/b") == .missingDecoder)
  }

  // MARK: Cancelling and progress

  @Test func cancellingEndsAnEndlessInput() throws {
    // 16-bit silence from a device that never ends, behind a header that promises more than there will ever be.
    let path = folder.path("pipe")
    mkfifo(path, 0o600)
    let decoder = AudioDecoder(.file(path))
    Thread.detachNewThread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      signal(SIGPIPE, SIG_IGN)
      var block = Data(WaveFile.bytes(Tune.samples(seed: 7, seconds: 60)))
      block.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0x7F])
      while (try? pipe.write(contentsOf: block)) != nil {}
    }
    var seconds = 0
    let error = #expect(throws: DecodeError.self) {
      try decoder.decode { _ in
        seconds += 1
        if seconds == 100 { decoder.cancel() }
      }
    }
    #expect(error?.code == .cancelled)
    #expect(decoder.progress.position >= 99)
  }

  @Test func cancellingBeforehandCounts() throws {
    let decoder = AudioDecoder(.file(try folder.write("a.wav", WaveFile.bytes(Tune.samples(seed: 8, seconds: 9)))))
    decoder.cancel()
    let error = #expect(throws: DecodeError.self) { try decoder.decode { _ in } }
    #expect(error?.code == .cancelled)
  }

  @Test func progressKnowsTheDuration() throws {
    let path = try folder.write("a.wav", WaveFile.bytes(Tune.samples(seed: 9, seconds: 40)))
    let decoder = AudioDecoder(.file(path))
    #expect(decoder.progress == AudioDecoder.Progress(position: 0, duration: nil))
    let seen = Mutex<[AudioDecoder.Progress]>([])
    _ = try decoder.decode { _ in seen.withLock { $0.append(decoder.progress) } }
    #expect(seen.withLock { $0.last?.duration } == 40)
    #expect(decoder.progress.position == 40)
  }

  @Test func severalDecodersRunAtOnce() async throws {
    let paths = try (0..<6).map { index in
      try folder.write("\(index).wav", WaveFile.bytes(Tune.samples(seed: UInt64(index), seconds: 3)))
    }
    let durations = try await withThrowingTaskGroup(of: Double.self) { group in
      for path in paths { group.addTask { try AudioDecoder(.file(path)).decode { _ in }.duration } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(durations == Array(repeating: 3, count: 6))
  }
}
