/// RIFF WAVE files, the plainest kind.
public enum WaveFile {
  /// A file of 16-bit integers; every channel has the same samples.
  public static func bytes(_ samples: [Float], rate: Int = 8000, channels: Int = 1) -> [UInt8] {
    var data: [UInt8] = []
    data.reserveCapacity(samples.count * channels * 2)
    for sample in samples {
      let value = Int16(max(-32768, min(32767, (sample * 32768).rounded())))
      for _ in 0..<channels { append(UInt16(bitPattern: value), to: &data) }
    }
    return header(format: 1, bits: 16, rate: rate, channels: channels, size: data.count) + data
  }

  /// A file of 32-bit floating-point numbers, which may also be infinite or none at all.
  public static func floatBytes(_ samples: [Float], rate: Int = 8000) -> [UInt8] {
    var data: [UInt8] = []
    for sample in samples { append(sample.bitPattern, to: &data) }
    return header(format: 3, bits: 32, rate: rate, channels: 1, size: data.count) + data
  }

  /// The beginning of a file with so many seconds at 8 kHz, 16 bits, one channel.
  public static func header(seconds: Int) -> [UInt8] {
    header(format: 1, bits: 16, rate: 8000, channels: 1, size: seconds * 16000)
  }

  private static func header(format: UInt16, bits: Int, rate: Int, channels: Int, size: Int) -> [UInt8] {
    var bytes = Array("RIFF".utf8)
    append(UInt32(36 + size), to: &bytes)
    bytes += Array("WAVEfmt ".utf8)
    append(UInt32(16), to: &bytes)
    append(format, to: &bytes)
    append(UInt16(channels), to: &bytes)
    append(UInt32(rate), to: &bytes)
    append(UInt32(rate * channels * bits / 8), to: &bytes)
    append(UInt16(channels * bits / 8), to: &bytes)
    append(UInt16(bits), to: &bytes)
    bytes += Array("data".utf8)
    append(UInt32(size), to: &bytes)
    return bytes
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
