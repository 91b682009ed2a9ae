import Foundation
import TestAudio

/// A live HLS stream: a programme cut into segments of a second as time passes, of which the last few are to be had.
final class HLSServer: Sendable {
  private let folder: TemporaryFolder
  private let process = Process()
  private let server: StreamServer

  static func make(_ path: String) async throws -> HLSServer { try await elsewhere { try HLSServer(path) } }

  private init(_ path: String) throws {
    folder = try TemporaryFolder()
    server = try StreamServer(folder: folder.url.path)
    process.executableURL = URL(filePath: "/usr/bin/gst-launch-1.0")
    let line =
      "-q filesrc location=\(path) ! wavparse ! identity sync=true ! audioconvert ! audioresample "
      + "! audio/x-raw,rate=44100 ! avenc_aac ! aacparse ! sink.audio hlssink2 name=sink target-duration=1 "
      + "playlist-length=4 max-files=12 send-keyframe-requests=false "
      + "location=\(folder.path("segment%05d.ts")) playlist-location=\(folder.path("live.m3u8"))"
    process.arguments = line.split(separator: " ").map(String.init)
    process.environment = Tool.environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<400 {
      if let text = try? String(decoding: folder.contents("live.m3u8"), as: UTF8.self),
        text.split(separator: "\n").count(where: { $0.hasSuffix(".ts") }) >= 3
      {
        return
      }
      guard process.isRunning else { break }
      usleep(50_000)
    }
    throw Tool.Failure(message: "no HLS stream; it needs gstreamer1.0-plugins-bad and gstreamer1.0-libav")
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    server.stop()
  }

  var uri: String { server.uri("live.m3u8") }
}
