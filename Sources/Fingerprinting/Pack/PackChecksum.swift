internal import CZlib

/// The checksum of packs: CRC-32 (ISO 3309, polynomial 04C11DB7 reflected, as in gzip and PNG).
struct PackChecksum: Sendable {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
  }

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = PackChecksum()
    checksum.add(bytes)
    return checksum.value
  }

  static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { of($0) } }
}
