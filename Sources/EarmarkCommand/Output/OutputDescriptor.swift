import Foundation

/// A file descriptor that is written to as a whole.
struct OutputDescriptor: Sendable {
  /// Why writing failed.
  struct Failure: Error {
    let number: Int32
    var isBrokenPipe: Bool { number == EPIPE }
    var reason: String { String(cString: strerror(number)) }
  }

  let number: Int32

  static let standardOutput = OutputDescriptor(number: 1)
  static let standardError = OutputDescriptor(number: 2)

  var isTerminal: Bool { isatty(number) == 1 }

  /// The width of the terminal, 80 when it is unknown.
  var terminalColumns: Int {
    var size = winsize()
    return ioctl(number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  func write(_ text: String) throws(Failure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if written >= 0 {
        bytes = bytes.dropFirst(written)
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        throw Failure(number: errno)
      }
    }
  }
}
