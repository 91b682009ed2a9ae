import Foundation
import TestAudio
import Testing

/// What was installed runs without the toolchain, and beside other Swift code.
@Suite struct InstalledProgramTests {
  private let installation: Installation
  private let folder: TemporaryFolder
  private let line: String

  /// Libraries that come with a toolchain.
  private static let toolchain = ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]

  init() throws {
    installation = try Installation.shared.get()
    folder = try TemporaryFolder()
    let wave = try folder.write("a.wav", WaveFile.bytes(Tune.samples(seed: 1, seconds: 6)))
    let result = try Tool.run(
      installation.earmark, ["pack", "create", folder.path("p.earpack"), wave], environment: installation.environment)
    try #require(result.status == 0, "\(result.error)")
    line =
      "filesrc location=\(wave) ! wavparse ! earfingerprint pack=\(folder.path("p.earpack")) ! earapi ! "
      + "eartimelinesink location=\(folder.path("rows.jsonl"))"
  }

  private func rows() throws -> Int {
    try String(decoding: folder.contents("rows.jsonl"), as: UTF8.self).split(separator: "\n").count
  }

  /// Runs a program and says which files the loader has brought into it and its children.
  private func libraries(_ program: String, _ arguments: [String]) throws -> Set<String> {
    let result = try Tool.run(
      URL(filePath: program), arguments,
      environment: installation.environment.merging(["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.path("loader")]) {
        $1
      })
    try #require(result.status == 0, "\(result.error)")
    var libraries: Set<String> = []
    for name in folder.names where name.hasPrefix("loader.") {
      for line in String(decoding: try folder.contents(name), as: UTF8.self).split(separator: "\n") {
        if let range = line.firstRange(of: "calling init: ") { libraries.insert(String(line[range.upperBound...])) }
      }
    }
    return libraries
  }

  private func expectNoToolchain(_ libraries: Set<String>) {
    let found = libraries.filter { path in
      Self.toolchain.contains { path.split(separator: "/").last?.hasPrefix($0) == true }
    }
    #expect(found.isEmpty && libraries.contains { $0.hasSuffix("/libc.so.6") || $0.contains("libgstreamer-1.0") })
  }

  @Test func theCommandNeedsNoToolchain() throws {
    expectNoToolchain(
      try libraries(
        installation.earmark.path, ["recognize", "--pack", folder.path("p.earpack"), folder.path("a.wav")]))
  }

  @Test func pluginsNeedNoToolchain() throws {
    let libraries = try libraries("/usr/bin/gst-launch-1.0", ["-q"] + line.split(separator: " ").map(String.init))
    expectNoToolchain(libraries)
    #expect(libraries.count { $0.hasPrefix(installation.plugins) } == 3)
    #expect(try rows() == 1)
  }

  @Test(arguments: ["earfingerprint", "earapi", "eartimeline"]) func aPluginShowsItsDescriptorOnly(name: String) throws
  {
    let path = "\(installation.plugins)/libgst\(name).so"
    let result = try Tool.run(URL(filePath: "/usr/bin/nm"), ["-D", "--defined-only", path])
    #expect(result.text.split(separator: "\n").map { $0.split(separator: " ").last } == ["gst_plugin_\(name)_get_desc"])
  }

  @Test func noneIsBlacklisted() throws {
    let result = try Tool.run(
      URL(filePath: "/usr/bin/gst-inspect-1.0"), ["-b"], environment: installation.environment)
    #expect(result.status == 0 && !result.text.contains("libgstear"), "\(result.text)")
  }

  /// Three plugins, each with a runtime of its own, in a process that is not of Swift and uses threads of its own.
  @Test func pluginsRunInPython() throws {
    let program = """
      import sys, gi
      gi.require_version("Gst", "1.0")
      from gi.repository import Gst
      Gst.init(None)
      for turn in range(3):
          pipeline = Gst.parse_launch(sys.argv[1])
          pipeline.set_state(Gst.State.PLAYING)
          message = pipeline.get_bus().timed_pop_filtered(60 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
          pipeline.set_state(Gst.State.NULL)
          assert message is not None and message.type == Gst.MessageType.EOS, message and message.parse_error()
      """
    let result = try Tool.run(
      URL(filePath: "/usr/bin/python3"), ["-c", program, line], environment: installation.environment)
    #expect(result.status == 0, "\(result.error)")
    #expect(try rows() == 3)
  }

  /// In a process with a Swift runtime already: our command, the one of the build for tests, which uses the toolchain's.
  @Test func pluginsRunBesideAnotherSwiftRuntime() throws {
    let environment = installation.environment.merging(["EARMARK_STAGES": "external"]) { $1 }
    let arguments = [
      "recognize", "--format", "jsonl", "--pack", folder.path("p.earpack"), folder.path("a.wav"), folder.path("a.wav"),
    ]
    let result = try Tool.run(Earmark.program, arguments, environment: environment)
    #expect(result.status == 0 && result.text.split(separator: "\n").count == 2, "\(result.error)")
    let libraries = try libraries(Earmark.program.path, arguments)
    #expect(libraries.contains { $0.hasSuffix("/libswiftCore.so") })
    #expect(libraries.count { $0.hasPrefix(installation.plugins) } == 3)
  }

  /// The command as it was installed uses the installed plugins too; without them its own stages.
  @Test func theCommandHasStagesOfItsOwn() throws {
    let result = try Tool.run(
      installation.earmark, ["recognize", "--pack", folder.path("p.earpack"), folder.path("a.wav")],
      environment: installation.environment.merging(["GST_PLUGIN_PATH": ""]) { $1 })
    #expect(result.status == 0, "\(result.error)")
    let other = try Tool.run(
      installation.earmark, ["recognize", "--pack", folder.path("p.earpack"), folder.path("a.wav")],
      environment: installation.environment.merging(["GST_PLUGIN_PATH": "", "EARMARK_STAGES": "external"]) { $1 })
    #expect(other.status != 0 && !other.error.isEmpty)
  }
}
