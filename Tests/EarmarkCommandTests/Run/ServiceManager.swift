import Foundation

/// The socket of a service manager.
final class ServiceManager {
  private let descriptor: Int32

  /// - Parameter name: a path, or an abstract name behind `@`.
  init?(_ name: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    if name.hasPrefix("@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(2 + bytes.count)
    let descriptor = descriptor
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if !isBound { return nil }
  }

  deinit { close(descriptor) }

  /// The next messages, so many of them.
  func receive(_ count: Int) -> [String] { receive { $0.count >= count } }

  /// The next messages, until something holds of them or none comes for long.
  func receive(until holds: ([String]) -> Bool) -> [String] {
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !holds(messages) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { break }
      messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
    return messages
  }
}
