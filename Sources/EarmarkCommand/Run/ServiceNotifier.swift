import Foundation

/// Tells a service manager how the program is, by the protocol of sd_notify(3): datagrams of `NAME=VALUE` lines to the
/// socket that the environment names.
final class ServiceNotifier: Sendable {
  /// How often the manager wants to hear that all is well, s; nil: it does not ask.
  let watchdog: Double?
  private let descriptor: Int32
  private let address: sockaddr_un
  private let length: socklen_t

  /// nil where no manager listens.
  /// - Parameter process: the process the watchdog has to be meant for.
  init?(environment: [String: String], process: Int32 = getpid()) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count > 1, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    // A name that begins with a zero byte is in no file system and ends with the address.
    let isAbstract = path.hasPrefix("@")
    if isAbstract { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let start = MemoryLayout<sockaddr_un>.offset(of: \sockaddr_un.sun_path) ?? 2
    length = socklen_t(start + bytes.count + (isAbstract ? 0 : 1))
    self.address = address
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    // A manager that does not read holds nobody up for long.
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    watchdog = Self.watchdog(environment, process)
  }

  deinit { close(descriptor) }

  private static func watchdog(_ environment: [String: String], _ process: Int32) -> Double? {
    if let text = environment["WATCHDOG_PID"], Int32(text) != process { return nil }
    guard let microseconds = environment["WATCHDOG_USEC"].flatMap(UInt64.init), microseconds > 0 else { return nil }
    return Double(microseconds) / 1e6
  }

  /// The program has started.
  func ready() { send("READY=1") }
  /// All is well.
  func beat() { send("WATCHDOG=1") }
  /// The program is about to end.
  func stopping() { send("STOPPING=1") }
  /// What the manager shows of the program, in one line.
  func status(_ text: String) { send("STATUS=" + text.replacing("\n", with: " ")) }

  /// - Returns: whether somebody has it.
  @discardableResult func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var address = address
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length) == bytes.count
      }
    }
  }
}
