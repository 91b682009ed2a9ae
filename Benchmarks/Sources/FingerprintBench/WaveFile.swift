import Fingerprinting
import Foundation

/// A stretch of a mono 16-bit WAV file at 16 kHz, read as 8 kHz float.
struct WaveFile {
  let samples: [Float]

  init(path: String, start: Double = 0, seconds: Double = .infinity) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    let input = try data.withUnsafeBytes { bytes in
      let audio = try Self.audio(bytes, path)
      let rate = Double(2 * Analysis.sampleRate)
      let count = audio.count / 2
      let first = min(count, Int(start * rate))
      let end = seconds.isFinite ? min(count, first + Int(seconds * rate)) : count
      return (first..<end).map {
        Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: audio.lowerBound + 2 * $0, as: Int16.self)))
          / 32_768
      }
    }
    samples = HalfBand.decimate(input)
  }

  /// Where the samples are; refuses what is not in the one format that the benchmarks make.
  private static func audio(_ bytes: UnsafeRawBufferPointer, _ path: String) throws -> Range<Int> {
    func word(_ offset: Int) -> Int {
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    var isRight = false
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = word(offset + 4)
      let name = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
      if name == "fmt ", offset + 24 <= bytes.count {
        isRight = word(offset + 8) == 0x1_0001 && word(offset + 12) == 2 * Analysis.sampleRate
      }
      if name == "data" {
        guard isRight else { break }
        return offset + 8..<min(bytes.count, offset + 8 + size)
      }
      offset += 8 + size + size % 2
    }
    throw BenchError("\(path) is no mono 16-bit WAV file at 16 kHz")
  }
}
