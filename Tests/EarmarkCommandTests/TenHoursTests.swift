import Foundation
import TestAudio
import Testing

/// A whole working day of audio, made while it is read. Optimised builds only: others take minutes for it.
@Suite struct TenHoursTests {
  private static let isOptimised: Bool = {
    #if DEBUG
      false
    #else
      true
    #endif
  }()

  @Test(.enabled(if: isOptimised)) func tenHoursKeepMemorySmall() throws {
    let earmark = try Earmark()
    let tune = WaveFile.bytes(Tune.samples(seed: 1, seconds: 6))
    try earmark.folder.write("a.wav", tune)
    try earmark("pack", "create", "p.earpack", "a.wav")
    let pipe = earmark.folder.path("pipe.wav")
    mkfifo(pipe, 0o600)
    var status = ""
    let result = try Tool.run(
      Earmark.program, ["recognize", "--pack", "p.earpack", "pipe.wav", "--format", "csv"], folder: earmark.folder.url,
      limit: 600
    ) { process in
      guard let writer = FileHandle(forWritingAtPath: pipe) else { return }
      defer { try? writer.close() }
      let seconds = 36000
      try? writer.write(contentsOf: WaveFile.header(seconds: seconds))
      let silence = Data(count: 600 * 16000)
      for part in 0..<(seconds / 600) {
        // A hearing each hour.
        let sound = part % 6 == 0 ? tune.dropFirst(44) : []
        try? writer.write(contentsOf: Data(sound) + silence.dropFirst(sound.count))
      }
      // The program still waits for the end of the pipe; what it took at the most is known by now.
      status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    }
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.split(separator: "\r\n").count == 11)
    let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let kilobytes = try #require(Int(peak.split(separator: " ")[1]))
    #expect(kilobytes < 150_000)
  }
}
