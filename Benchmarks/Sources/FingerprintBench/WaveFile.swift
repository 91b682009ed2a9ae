import Foundation

/// Mono 16-bit WAV at 16 kHz, read as 8 kHz float.
struct WaveFile {
  let samples: [Float]

  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    samples = data.withUnsafeBytes { bytes in
      var offset = 12
      var count = 0
      while offset + 8 <= bytes.count {
        let size = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
        if bytes[offset] == UInt8(ascii: "d"), bytes[offset + 1] == UInt8(ascii: "a"),
          bytes[offset + 2] == UInt8(ascii: "t")
        {
          offset += 8
          count = min(size, bytes.count - offset) / 2
          break
        }
        offset += 8 + size + size % 2
      }
      let input = (0..<count).map {
        Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 2 * $0, as: Int16.self))) / 32_768
      }
      return HalfBand.decimate(input)
    }
  }
}
