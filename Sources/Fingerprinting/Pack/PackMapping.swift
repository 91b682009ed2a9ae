internal import Glibc

/// Memory that holds a pack: the mapped file, or a copy.
final class PackMapping: @unchecked Sendable {  // its bytes are written in `fill` only, before it is shared
  private let memory: UnsafeMutableRawBufferPointer

  /// Maps the first `size` bytes of an open file; nil when the file system cannot.
  init?(file descriptor: Int32, size: Int) {
    guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: size)
  }

  /// Takes memory of its own; nil when there is not that much.
  init?(memory size: Int) {
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: size)
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  /// Fills memory of its own.
  func fill(_ body: (UnsafeMutableRawBufferPointer) throws(PackError) -> Void) throws(PackError) { try body(memory) }

  /// A part of it, valid as long as this object lives.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[range])
  }
}
