extension UnsafeRawPointer {
  /// The 32-bit little-endian integer at a byte offset of any alignment.
  @inline(__always)
  func littleEndianWord(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The 16-bit little-endian integer at a byte offset of any alignment.
  @inline(__always)
  func littleEndianHalf(at offset: Int) -> UInt16 {
    UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}
