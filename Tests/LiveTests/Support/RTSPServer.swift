import Foundation
import TestAudio

/// An RTSP server that plays a WAVE file as `/live`.
final class RTSPServer: Sendable {
  private let process = Process()
  private let input = Pipe()
  let port: Int

  /// - Parameter port: 0 for any that is free.
  static func make(_ path: String, port: Int = 0) async throws -> RTSPServer {
    try await elsewhere { try RTSPServer(path, port: port) }
  }

  private init(_ path: String, port: Int) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "rtsp-server.py").path
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [script, path, "\(port)"]
    process.environment = Tool.environment.merging(["G_DEBUG": ""]) { $1 }
    let output = Pipe()
    let error = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let number = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      let text = String(decoding: error.fileHandleForReading.availableData, as: UTF8.self)
      throw Tool.Failure(
        message: "no RTSP server; it needs the Debian packages python3-gi and gir1.2-gst-rtsp-server-1.0: \(text)")
    }
    self.port = number
  }

  deinit { kill() }

  var uri: String { "rtsp://127.0.0.1:\(port)/live" }

  /// Ends it at once, as a crash would.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
