import GStreamerKit
import Testing

extension MonoResamplerTests {
  /// A quarter of full scale in every format, one frame of `channels` samples.
  private func quarter(_ name: String) throws -> [UInt8] {
    let isBig = name.hasSuffix("BE")
    let isFloat = name.hasPrefix("F")
    let depth = try #require(Int(name.dropFirst().prefix { $0.isNumber }))
    let format = try #require(AudioFormat(sampleFormat: name, rate: 8000, channels: 1))
    var bytes: [UInt8]
    if isFloat {
      bytes = depth == 32 ? pcm([Float(0.25).bitPattern]) : pcm([Double(0.25).bitPattern])
    } else {
      let value = (Int64(1) << (depth - 3)) + (name.hasPrefix("U") ? Int64(1) << (depth - 1) : 0)
      bytes = (0..<format.sampleSize).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return isBig ? bytes.reversed() : bytes
  }

  @Test(arguments: [
    "F32LE", "F32BE", "F64LE", "F64BE", "S8", "U8", "S16LE", "S16BE", "U16LE", "U16BE", "S24_32LE", "S24_32BE",
    "U24_32LE", "U24_32BE", "S32LE", "S32BE", "U32LE", "U32BE", "S24LE", "S24BE", "U24LE", "U24BE", "S20LE", "S20BE",
    "U20LE", "U20BE", "S18LE", "S18BE", "U18LE", "U18BE",
  ])
  func everySampleFormatHasTheSameLevel(name: String) throws {
    let sample = try quarter(name)
    for channels in [1, 2, 3, 8] {
      let format = try #require(AudioFormat(sampleFormat: name, rate: 8000, channels: channels))
      // Sixteen frames and a rest, so that both the wide and the narrow loops run.
      let output = try run(format, Array(repeatElement(sample, count: 19 * channels).joined()))
      #expect(output.count == 19)
      #expect(output.allSatisfy { abs($0 - 0.25) < 1e-5 }, "\(channels) channels: \(output.first ?? 0)")
    }
  }

  @Test func channelsAreAveraged() throws {
    let eight = try #require(AudioFormat(sampleFormat: "S16LE", rate: 8000, channels: 8))
    let frames = (0..<20).flatMap { _ -> [Int16] in [16384, 0, 0, 0, 0, 0, 0, -8192] }
    #expect(try run(eight, pcm(frames)) == Array(repeating: 1 / 32, count: 20))
    let opposite = (0..<20).flatMap { frame -> [Float] in [Float(frame), -Float(frame)] }
    let stereo = try #require(AudioFormat(sampleFormat: "F32LE", rate: 8000, channels: 2))
    #expect(try run(stereo, pcm(opposite)) == Array(repeating: 0, count: 20))
    let left = (0..<20).flatMap { index -> [Int16] in [Int16(index) * 256, 0] }
    let sixteen = try #require(AudioFormat(sampleFormat: "S16LE", rate: 8000, channels: 2))
    #expect(try run(sixteen, pcm(left)) == (0..<20).map { Float($0) / 256 })
    let extremes = (0..<20).flatMap { _ -> [Int16] in [.min, .min] }
    #expect(try run(sixteen, pcm(extremes)) == Array(repeating: -1, count: 20))
  }

  @Test(arguments: ["F32LE", "F32BE", "F64LE"], [1, 2, 5])
  func whatIsNotFiniteCountsAsZero(name: String, channels: Int) throws {
    let format = try #require(AudioFormat(sampleFormat: name, rate: 44100, channels: channels))
    func bytes(_ value: Double) -> [UInt8] {
      switch name {
      case "F32LE": pcm([Float(value)])
      case "F32BE": pcm([Float(value)]).reversed()
      default: pcm([value])
      }
    }
    let bad: [Double] = [.nan, .infinity, -.infinity, 1e30, -1e20, 1e300]
    let good = Array(repeatElement(bytes(0.5), count: 10_000 * channels).joined())
    let ill =
      Array(good.prefix(4000 * format.frameSize))
      + bad.flatMap { value in
        Array(repeatElement(bytes(value), count: 7 * channels).joined())
      } + good
    let zeros = Array(good.prefix(4000 * format.frameSize)) + [UInt8](repeating: 0, count: 42 * format.frameSize) + good
    let output = try run(format, ill)
    let expected = try run(format, zeros)
    #expect(output == expected)
    #expect(output.allSatisfy { $0.isFinite })
  }

  @Test func silenceStandsForMissingAudio() throws {
    let format = try #require(AudioFormat(sampleFormat: "S16LE", rate: 44100, channels: 1))
    let tone = noise(5000)
    let resampler = try MonoResampler(format: format)
    var output: [Float] = []
    pcm(tone).withUnsafeBytes { resampler.push($0) { output += $0 } }
    resampler.pushSilence(frames: 10_000) { output += $0 }
    resampler.drain { output += $0 }
    let expected = try run(format, pcm(tone + [Int16](repeating: 0, count: 10_000)))
    #expect(output == expected)
  }

  @Test func startsAnewAfterDrainAndReset() throws {
    let format = try #require(AudioFormat(sampleFormat: "S16LE", rate: 48000, channels: 2))
    let bytes = pcm(noise(9600))
    let resampler = try MonoResampler(format: format)
    func once() -> [Float] {
      var output: [Float] = []
      bytes.withUnsafeBytes { resampler.push($0) { output += $0 } }
      resampler.drain { output += $0 }
      return output
    }
    let first = once()
    #expect(once() == first)
    bytes.withUnsafeBytes { resampler.push($0) { _ in } }
    resampler.reset()
    #expect(once() == first)
    #expect(first.count == 800)
    var nothing = 0
    resampler.drain { nothing += $0.count }
    resampler.push(UnsafeRawBufferPointer(start: nil, count: 0)) { nothing += $0.count }
    #expect(nothing == 0)
  }

  @Test func whatIsHeldBackIsTheLatency() throws {
    let format = try #require(AudioFormat(sampleFormat: "S16LE", rate: 44100, channels: 1))
    let resampler = try MonoResampler(format: format)
    var given = 0
    [UInt8](repeating: 0, count: 88_200).withUnsafeBytes { resampler.push($0) { given += $0.count } }
    #expect(given < 8000)
    #expect(8000 - given <= resampler.latency + 1)
    #expect(resampler.latency > 0)
    let same = try #require(AudioFormat(sampleFormat: "U8", rate: 8000, channels: 2))
    #expect(try MonoResampler(format: same).latency == 0)
  }

  @Test func otherRatesAndQualitiesAreRefused() throws {
    let slow = try #require(AudioFormat(sampleFormat: "S16LE", rate: 999, channels: 1))
    let fast = try #require(AudioFormat(sampleFormat: "S16LE", rate: 768_001, channels: 1))
    let fine = try #require(AudioFormat(sampleFormat: "S16LE", rate: 44100, channels: 64))
    #expect(throws: ElementError.self) { try MonoResampler(format: slow) }
    #expect(throws: ElementError.self) { try MonoResampler(format: fast) }
    #expect(throws: ElementError.self) { try MonoResampler(format: fine, quality: 11) }
    #expect(throws: ElementError.self) { try MonoResampler(format: fine, quality: -1) }
    #expect(throws: ElementError.self) { try MonoResampler(format: fine, outputRate: 0) }
    #expect(throws: Never.self) { try MonoResampler(format: fine, outputRate: 16000, quality: 10) }
  }

  @Test func anIncompleteFrameIsIgnored() throws {
    let format = try #require(AudioFormat(sampleFormat: "S16LE", rate: 8000, channels: 2))
    #expect(try run(format, [0, 64, 0, 64, 1, 2, 3]) == [0.5])
  }
}
