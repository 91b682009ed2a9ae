/// Little-endian numbers in byte strings. Offsets are the caller's to check.
extension UnsafeRawBufferPointer {
  func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
