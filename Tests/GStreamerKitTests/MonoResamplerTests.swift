import Foundation
import GStreamerKit
import Testing

@Suite struct MonoResamplerTests {
  init() { #expect(TestSupport.isReady) }

  func run(_ format: AudioFormat, _ bytes: [UInt8], chunks: [Int] = [Int.max], quality: Int = 0) throws
    -> [Float]
  {
    let resampler = try MonoResampler(format: format, quality: quality)
    var result: [Float] = []
    bytes.withUnsafeBytes { bytes in
      var done = 0
      var turn = 0
      while done < bytes.count {
        let wanted = chunks[turn % chunks.count]
        let size = min(bytes.count - done, wanted == .max ? .max : wanted * format.frameSize)
        resampler.push(UnsafeRawBufferPointer(rebasing: bytes[done..<done + size])) { result += $0 }
        done += size
        turn += 1
      }
    }
    resampler.drain { result += $0 }
    return result
  }

  func pcm<T>(_ samples: [T]) -> [UInt8] { samples.withUnsafeBytes { Array($0) } }

  func noise(_ count: Int) -> [Int16] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
    }
  }

  @Test(arguments: [8000, 11025, 44100, 48000, 384_000, 768_000, 1000] as [UInt32])
  func outputIsTheSameForAnyChunking(rate: UInt32) throws {
    let format = try #require(AudioFormat(sampleFormat: "S16LE", rate: rate, channels: 2))
    let bytes = pcm(noise(2 * min(Int(rate), 20_000)))
    let whole = try run(format, bytes)
    #expect(whole.count == (bytes.count / 4 * 8000 + Int(rate) - 1) / Int(rate))
    for chunks in [[1], [7, 1, 4096, 13], [441], [5000, 3]] {
      #expect(try run(format, bytes, chunks: chunks) == whole, "\(chunks)")
    }
  }

  /// Within a quarter of an output sample, or of an input sample where those are longer; no drift.
  @Test(arguments: [(1000, 2), (22050, 0), (44100, 2), (44100, 10), (48000, 4), (192_000, 2)] as [(UInt32, Int)])
  func outputLiesAtItsTime(rate: UInt32, quality: Int) throws {
    let format = try #require(AudioFormat(sampleFormat: "F32LE", rate: rate, channels: 1))
    let step = 2 * Double.pi * 110
    let tone = (0..<Int(rate) * 3).map { Float(sin(step * Double($0) / Double(rate))) }
    let output = try run(format, pcm(tone), quality: quality)
    #expect(output.count == 24_000)
    for start in [2000, 20_000] {
      var (inPhase, quadrature) = (0.0, 0.0)
      for k in start..<start + 4000 {
        inPhase += Double(output[k]) * sin(step * Double(k) / 8000)
        quadrature += Double(output[k]) * cos(step * Double(k) / 8000)
      }
      let lag = atan2(quadrature, inPhase) / step
      #expect(abs(lag) <= 0.26 / Double(min(rate, 8000)), "\(lag) s at \(start)")
      #expect(abs(hypot(inPhase, quadrature) / 2000 - 1) < 0.02)
    }
  }
}
