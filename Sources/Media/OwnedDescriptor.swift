import Glibc

/// A file descriptor that is closed with the last use of this.
final class OwnedDescriptor: Sendable {
  private let number: Int32

  init(_ number: Int32) { self.number = number }
  deinit { close(number) }
}
