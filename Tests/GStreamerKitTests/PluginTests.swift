import Foundation
import GStreamerKit
import Testing

@Suite struct PluginTests {
  init() { #expect(TestSupport.isReady) }

  @Test func versionIsThatOfTheVersionFile() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "VERSION"), encoding: .utf8)
    #expect("\(Version.text)" == text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test func elementsAreRegistered() {
    #expect(GStreamer.hasElement("earkitprobe"))
    #expect(!GStreamer.hasElement("earkitnothing"))
    #expect(GStreamer.version.hasPrefix("1."))
  }

  @Test func logMessagesAreBuiltOnlyWhenTheirLevelIsOn() {
    let log = Log("earkittest", "Tests")
    var built = 0
    func text() -> String {
      built += 1
      return "x"
    }
    log(.trace, nil, text())
    #expect(built == 0)
    #expect(!log.isOn(.trace))
  }
}
