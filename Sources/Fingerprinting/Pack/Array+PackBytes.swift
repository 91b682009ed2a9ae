/// Building byte strings.
extension [UInt8] {
  mutating func appendLittleEndian<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

// The standard library's functions of this kind forget the type of the error.
extension [UInt8] {
  func withBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws(PackError) -> Value
  ) throws(PackError) -> Value {
    try withUnsafeBytes { bytes in Result { () throws(PackError) in try body(bytes) } }.get()
  }

  mutating func withMutableBytes<Value>(
    _ body: (UnsafeMutableRawBufferPointer) throws(PackError) -> Value
  ) throws(PackError) -> Value {
    try withUnsafeMutableBytes { bytes in Result { () throws(PackError) in try body(bytes) } }.get()
  }
}
