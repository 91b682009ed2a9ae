import Foundation
import Synchronization

/// A web server that plays bytes without end at a steady pace, as Icecast does, and serves the files of a folder.
///
/// Every listener hears the same place at the same time. It can stall (connections stay open, nothing comes), drop its
/// listeners, refuse new ones, and want credentials of them.
final class StreamServer: Sendable {
  /// What a listener gets.
  enum Mode: Sendable { case streaming, stalled, refusing, protected }

  private struct State {
    var mode = Mode.streaming
    var generation = 0
    var listeners = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let socket: Int32
  private let start = Date.now
  private let content: [UInt8]
  private let rate: Double
  private let type: String
  private let folder: String

  /// The port it listens at.
  let port: Int

  /// - Parameters:
  ///   - content: what is played, from the beginning again at its end.
  ///   - rate: bytes a second.
  ///   - folder: whose files are to be had.
  init(_ content: [UInt8] = [], rate: Double = 1, type: String = "audio/mpeg", folder: String = "") throws {
    self.content = content
    self.rate = rate
    self.type = type
    self.folder = folder
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self, descriptor] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { break }
        guard let self else {
          close(connection)
          break
        }
        Thread.detachNewThread { [self] in
          self.serve(connection)
          close(connection)
        }
      }
    }
  }

  /// Ends all connections and takes no more.
  func stop() {
    let wasOver = state.withLock { state in
      defer { state.isOver = true }
      return state.isOver
    }
    guard !wasOver else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  var stream: String { "http://127.0.0.1:\(port)/stream" }
  func uri(_ file: String) -> String { "http://127.0.0.1:\(port)/\(file)" }

  /// Connections that are being played to.
  var listeners: Int { state.withLock { $0.listeners } }

  func set(_ mode: Mode) { state.withLock { $0.mode = mode } }

  /// Ends the connections that are open.
  func drop() { state.withLock { $0.generation += 1 } }

  // MARK: Inside

  private func serve(_ connection: Int32) {
    guard let request = Self.head(connection) else { return }
    switch state.withLock({ $0.mode }) {
    case .refusing: return
    case .protected:
      let head = "HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"air\"\r\nContent-Length: 0\r\n\r\n"
      _ = Self.send(Array(head.utf8), to: connection)
      return
    case .streaming, .stalled: break
    }
    let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
    if path == "/stream" {
      play(to: connection, metadata: request.lowercased().contains("icy-metadata: 1"))
    } else {
      file(path, to: connection)
    }
  }

  private static func head(_ connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 65536 {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\r\n\r\n") { return text }
    }
    return nil
  }

  private func file(_ path: String, to connection: Int32) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard !folder.isEmpty, let data = FileManager.default.contents(atPath: folder + "/" + name) else {
      _ = Self.send(Array("HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8), to: connection)
      return
    }
    let type = name.hasSuffix(".m3u8") ? "application/vnd.apple.mpegurl" : "video/mp2t"
    let head = "HTTP/1.0 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(data.count)\r\n\r\n"
    _ = Self.send(Array(head.utf8) + data, to: connection)
  }

  private func play(to connection: Int32, metadata: Bool) {
    let interval = 4096
    let head =
      "HTTP/1.0 200 OK\r\nContent-Type: \(type)\r\nicy-name: Earmark test\r\nCache-Control: no-cache\r\n"
      + (metadata ? "icy-metaint: \(interval)\r\n" : "") + "\r\n"
    guard Self.send(Array(head.utf8), to: connection) else { return }
    let generation = state.withLock { state in
      state.listeners += 1
      return state.generation
    }
    defer { state.withLock { $0.listeners -= 1 } }
    // Half a second at once, as Icecast gives a burst.
    var position = Int(Date.now.timeIntervalSince(start) * rate)
    var due = position + Int(rate / 2)
    var untilMetadata = interval
    while true {
      let (mode, isCurrent) = state.withLock { ($0.mode, $0.generation == generation && !$0.isOver) }
      guard isCurrent else { return }
      if mode == .streaming {
        // What a stall has left out is gone.
        if due - position > Int(2 * rate) { position = due - Int(rate / 2) }
        while position < due {
          let count = min(due - position, metadata ? untilMetadata : due - position)
          guard Self.send((0..<count).map { content[(position + $0) % content.count] }, to: connection) else { return }
          position += count
          untilMetadata -= count
          if metadata, untilMetadata == 0 {
            guard Self.send(Self.title, to: connection) else { return }
            untilMetadata = interval
          }
        }
      }
      usleep(50_000)
      due = Int((Date.now.timeIntervalSince(start) + 0.5) * rate)
    }
  }

  /// A block of Icecast's metadata: a byte with its length in units of 16, the text, zeros.
  private static let title: [UInt8] = {
    let text = Array("StreamTitle='Earmark';".utf8)
    let blocks = (text.count + 15) / 16
    return [UInt8(blocks)] + text + [UInt8](repeating: 0, count: blocks * 16 - text.count)
  }()

  private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
