import Foundation
import GStreamerKit
import TestAudio
import Testing

@testable import EarmarkCommand

/// What the doctor makes of what it finds, and the whole of it.
@Suite struct DoctorTests {
  private let earmark: Earmark

  init() throws { earmark = try .withPack() }

  // MARK: The program

  @Test func allThatIsNeededIsHere() throws {
    let result = try earmark("doctor", "--pack", "p.earpack")
    #expect(result.status == 0, "\(result.text)")
    #expect(result.error == "")
    #expect(result.text.contains("stage earfingerprint"))
    #expect(result.text.contains("linked into this program, version \(ProgramVersion.text)"))
    #expect(result.text.contains("pack p.earpack"))
    #expect(!result.text.contains("fail "))
  }

  @Test func everyFormatHasEveryCheck() throws {
    let lines = try earmark("doctor", "--format", "jsonl").text.split(separator: "\n")
    let rows = try earmark("doctor", "--format", "csv").text.split(separator: "\r\n")
    #expect(rows.count == lines.count + 1)
    for line in lines {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["v"] as? Int == 1 && object["type"] as? String == "check")
      #expect(["ok", "warn", "fail"].contains(object["status"] as? String))
      #expect((object["status"] as? String == "ok") == (object["remedy"] is NSNull), "\(line)")
    }
  }

  @Test func aDamagedPackFails() throws {
    var bytes = try earmark.folder.contents("p.earpack")
    bytes[bytes.count - 40] ^= 0xFF
    try earmark.folder.write("damaged.earpack", bytes)
    try earmark.folder.write("text.earpack", Array("no pack".utf8))
    for name in ["damaged.earpack", "text.earpack", "none.earpack"] {
      let result = try earmark("doctor", "--pack", "p.earpack", "--pack", name)
      #expect(result.status == 4, "\(name)")
      #expect(result.text.contains("fail  pack \(name)"), "\(result.text)")
    }
  }

  @Test func stagesThatAreTurnedOffFail() throws {
    let result = try earmark("doctor", environment: ["EARMARK_STAGES": "external", "GST_PLUGIN_PATH": ""])
    #expect(result.status == 70)
    #expect(result.text.contains("fail  stage earfingerprint"), "\(result.text)")
    #expect(result.text.contains("unset it"))
  }

  @Test func loadedStagesAreNamedWithTheirPath() throws {
    let result = try earmark(
      "doctor",
      environment: ["GST_PLUGIN_PATH": Tool.products.path, "GST_REGISTRY": earmark.folder.path("registry.bin")])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("from \(Tool.products.path)/libgstearfingerprint.so"), "\(result.text)")
  }

  @Test func aPluginThatDoesNotLoadIsNamed() throws {
    try earmark.folder.write("libgstearfingerprint.so", Array("no shared object".utf8))
    let result = try earmark(
      "doctor",
      environment: ["GST_PLUGIN_PATH": earmark.folder.path(""), "GST_REGISTRY": earmark.folder.path("registry.bin")])
    #expect(result.status == 70, "\(result.text)")
    #expect(result.text.contains("libgstearfingerprint.so"))
    #expect(result.text.contains("delete the registry"))
  }

  @Test func noGStreamerPluginsAtAll() throws {
    let result = try earmark(
      "doctor",
      environment: [
        "GST_PLUGIN_SYSTEM_PATH": "/nonexistent", "GST_PLUGIN_PATH": "",
        "GST_REGISTRY": earmark.folder.path("registry.bin"),
      ])
    #expect(result.status == 3, "\(result.text)")
    #expect(result.text.contains("install the Debian package gstreamer1.0-plugins-base"))
    #expect(result.text.contains("gstreamer1.0-pulseaudio"))
    #expect(result.text.contains("/nonexistent is not there"))
  }

  @Test func operandsAreRefused() throws {
    #expect(try earmark("doctor", "p.earpack").status == 2)
    #expect(try earmark("devices", "x").status == 2)
    #expect(try earmark("devices", "--format", "xml").status == 2)
  }

  // MARK: Single checks

  @Test func missingElementsNameTheirPackages() {
    for need in ElementChecks.needs {
      let check = ElementChecks.check(need) { _ in false }
      #expect(check.status == (need.isVital ? .fail : .warn))
      #expect(check.remedy.hasPrefix("install the Debian package"), "\(need.subject): \(check.remedy)")
      #expect(ElementChecks.check(need) { _ in true }.status == .ok)
    }
  }

  @Test func oneOfSeveralElementsIsEnough() throws {
    let need = try #require(ElementChecks.needs.first { $0.subject == "format MP3" })
    #expect(ElementChecks.check(need) { $0 != "mpg123audiodec" }.finding == "mpegaudioparse, avdec_mp3")
    #expect(ElementChecks.check(need) { $0 != "mpegaudioparse" }.finding == "missing: mpegaudioparse")
  }

  @Test func oldGStreamersAreDoubted() {
    #expect(StageChecks.version("1.20.3").status == .warn)
    #expect(StageChecks.version("1.22.0").status == .ok)
    #expect(StageChecks.version("2.0.0").status == .ok)
  }

  @Test func variablesThatLeadNowhereAreDoubted() {
    #expect(EnvironmentChecks.check("GST_PLUGIN_PATH", .folders, "/usr:/nonexistent").status == .warn)
    #expect(EnvironmentChecks.check("GST_PLUGIN_PATH", .folders, "/usr:/bin").status == .ok)
    #expect(EnvironmentChecks.check("EARMARK_STAGES", .text, "internal").status == .warn)
    #expect(EnvironmentChecks.check("GST_REGISTRY_UPDATE", .text, "no").status == .warn)
    #expect(EnvironmentChecks.all(environment: ["HOME": "/root"]).isEmpty)
  }

  @Test func aRegistryThatCannotBeWrittenIsDoubted() {
    #expect(PluginChecks.registry("/nonexistent/registry.bin").status == .warn)
    #expect(PluginChecks.registry(earmark.folder.path("registry.bin")).status == .ok)
  }

  // MARK: Devices

  private func reason(_ state: SoundServer.State, pipeWire: Bool = false, elements: Set<String> = []) -> String {
    let server = SoundServer(state: state, address: "/run/sound")
    let reason = CaptureDevices.reason(server, pipeWireRuns: pipeWire) { elements.contains($0) }
    return reason.finding + "; " + reason.remedy
  }

  @Test func whyThereIsNoDevice() {
    #expect(reason(.answers).contains("gstreamer1.0-pulseaudio"))
    #expect(reason(.answers, elements: ["pulsesrc"]).contains("plug one in"))
    #expect(reason(.refuses, elements: ["pulsesrc"]).contains("does not let this user in"))
    #expect(reason(.hangs, elements: ["pulsesrc"]).contains("does not answer; restart"))
    #expect(reason(.absent, pipeWire: true, elements: ["pulsesrc"]).contains("pipewire-pulse"))
    #expect(reason(.absent).contains("GStreamer has no element"))
    #expect(reason(.absent, elements: ["alsasrc"]).contains("no sound server answers at /run/sound"))
  }

  @Test func formatsInAFewWords() {
    #expect(CapsText.summary(Caps("audio/x-raw,rate=44100,channels=2")) == "44100 Hz, 2 channels")
    #expect(CapsText.summary(Caps("audio/x-raw,rate=[1,384000],channels=1")) == "1-384000 Hz, 1 channel")
    #expect(CapsText.summary(Caps("audio/x-raw,rate={8000,16000}")) == "8000 or 16000 Hz")
    #expect(CapsText.summary(Caps("audio/x-raw")) == "")
    #expect(CapsText.summary(Caps("video/x-raw")) == "")
    #expect(CapsText.summary(nil) == "")
  }
}
