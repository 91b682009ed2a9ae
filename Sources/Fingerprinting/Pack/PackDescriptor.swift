internal import Glibc

/// An open file, which is closed with the object.
final class PackDescriptor: Sendable {
  let number: Int32

  /// Takes an open descriptor over.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}
